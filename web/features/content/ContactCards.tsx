import { MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SiteSettings } from '#contract/content.ts'

type CardsProps = { settings: SiteSettings }

export function ContactInformation({ settings }: CardsProps) {
  const [phone, address, city] = [
    settings.contact_phone,
    settings.contact_address,
    settings.contact_city,
  ].map((value) => value?.trim())
  return (
    <Card title="Contact Information">
      {phone && (
        <Line icon={<Phone />}>
          <a
            href={`tel:${phone.replace(/[^\d+]/g, '')}`}
            className="-my-2.5 inline-flex min-h-11 items-center underline decoration-line underline-offset-4 transition-colors hover:text-rose hover:decoration-rose"
          >
            {phone}
          </a>
        </Line>
      )}
      {(address || city) && (
        <Line icon={<MapPin />}>
          <address className="grid not-italic">
            {address && <span>{address}</span>}
            {city && <span>{city}</span>}
          </address>
        </Line>
      )}
      {!phone && !address && !city && (
        <p className="text-quiet">Please use the form. We answer by e-mail.</p>
      )}
    </Card>
  )
}

const HOURS = [
  { days: 'Sunday-Thursday', key: 'business_hours_sun_thu', otherwise: '9:00 AM - 6:00 PM' },
  { days: 'Friday', key: 'business_hours_friday', otherwise: '9:00 AM - 2:00 PM' },
  { days: 'Saturday', key: 'business_hours_saturday', otherwise: 'Closed' },
] as const

export function BusinessHours({ settings }: CardsProps) {
  return (
    <Card title="Business Hours">
      <dl className="grid gap-2">
        {HOURS.map(({ days, key, otherwise }) => (
          <div key={days} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-quiet">{days}</dt>
            <dd className="tabular-nums">{settings[key]?.trim() || otherwise}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid content-start gap-5 rounded-card bg-blush/70 p-6 lg:p-7"
    >
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex gap-3.5">
      <span
        aria-hidden="true"
        className="mt-0.5 text-rose [&>svg]:size-5 [&>svg]:[stroke-width:1.6]"
      >
        {icon}
      </span>
      <div className="wrap-anywhere min-w-0 flex-1">{children}</div>
    </div>
  )
}
