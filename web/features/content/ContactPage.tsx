import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { MapPin, Phone } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import type { ContactMessage, SiteSettings } from '#contract/content.ts'
import { openingLines } from '#contract/opening-hours.ts'
import { isEmail } from '#contract/rules.ts'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Input, Textarea } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'

type ContactErrors = Partial<Record<keyof ContactMessage, string>>

const WRONG_ADDRESS = 'Please enter a valid e-mail address'

/** An empty phone is null. */
export function readContactForm(form: FormData): {
  message: ContactMessage
  errors: ContactErrors
} {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const message = {
    name: text('name'),
    email: text('email'),
    phone: text('phone') || null,
    message: text('message'),
  }
  const errors: ContactErrors = {}
  if (!message.name) errors.name = 'Please enter your name'
  if (!message.email) errors.email = 'Please enter your e-mail address'
  else if (!isEmail(message.email)) errors.email = WRONG_ADDRESS
  if (!message.message) errors.message = 'Please write a message'
  return { message, errors }
}

const SENT = 'Message sent! We will get back to you soon.'
const FAILED = 'Failed to send message. Please try again.'

function ContactForm() {
  const [errors, setErrors] = useState<ContactErrors>({})
  const sending = useMutation(api.contact_messages.create.mutationOptions())

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (sending.isPending) return
    const { message, errors } = readContactForm(new FormData(form))
    setErrors(errors)
    const [firstWrong] = Object.keys(errors)
    if (firstWrong) return focusOn(form, firstWrong)
    sending.mutate(message, {
      onSuccess: () => {
        form.reset()
        toast.success(SENT)
      },
      onError: (error) => {
        if (isStatus(error, 400)) setErrors({ email: WRONG_ADDRESS })
        toast.error(FAILED, isStatus(error, 429) ? error.message : undefined)
      },
    })
  }
  const forgive = (name: keyof ContactErrors) => () =>
    errors[name] && setErrors({ ...errors, [name]: undefined })

  return (
    <Form label="Contact" action="/contact" onSubmit={submit} className="grid gap-5 sm:grid-cols-2">
      <Field label="Name" error={errors.name} className="sm:col-span-2">
        <Input
          name="name"
          required
          maxLength={200}
          autoComplete="name"
          onChange={forgive('name')}
        />
      </Field>
      <Field label="Email" error={errors.email}>
        <Input
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          onChange={forgive('email')}
        />
      </Field>
      <Field label="Phone" optional>
        <Input name="phone" type="tel" maxLength={50} autoComplete="tel" />
      </Field>
      <Field label="Message" error={errors.message} className="sm:col-span-2">
        <Textarea name="message" required maxLength={5000} rows={7} onChange={forgive('message')} />
      </Field>
      <Button
        type="submit"
        size="large"
        busy={sending.isPending}
        className="justify-self-start max-sm:w-full sm:col-span-2"
      >
        {sending.isPending ? 'Sending...' : 'Send Message'}
      </Button>
    </Form>
  )
}

function focusOn(form: HTMLFormElement, name: string): void {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}

const isStatus = (error: unknown, status: number) =>
  error instanceof ORPCError && error.status === status

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

/** The three lines that are shown while the owner has not written any. */
const USUAL_HOURS: Record<string, string> = {
  'Sunday-Thursday': '9:00 AM - 6:00 PM',
  Friday: '9:00 AM - 2:00 PM',
  Saturday: 'Closed',
}

export function BusinessHours({ settings }: CardsProps) {
  return (
    <Card title="Business Hours">
      <dl className="grid gap-2">
        {openingLines(settings).map(({ days, hours }) => (
          <div key={`${days} ${hours}`} className="flex flex-wrap justify-between gap-x-4">
            <dt className={days ? 'text-quiet' : 'sr-only'}>{days || 'Hours'}</dt>
            <dd className="tabular-nums">{hours || USUAL_HOURS[days]}</dd>
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

export function ContactPage({ settings }: { settings: SiteSettings }) {
  return (
    <>
      <header className="preset-pink-products">
        <div className="page grid gap-4 pt-16 pb-10 lg:pt-24 lg:pb-12">
          <h1 className="text-title">Contact Us</h1>
          <p className="max-w-xl text-lg text-quiet leading-relaxed">
            A question about your skin, an order or a bottle? Write to us. A person reads every
            message.
          </p>
        </div>
      </header>
      <div className="page grid items-start gap-x-16 gap-y-12 pb-24 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <ContactForm />
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-1">
          <ContactInformation settings={settings} />
          <BusinessHours settings={settings} />
        </div>
      </div>
    </>
  )
}
