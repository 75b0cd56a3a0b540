import type { SiteSettings } from '#contract/content.ts'
import { BusinessHours, ContactInformation } from './ContactCards.tsx'
import { ContactForm } from './ContactForm.tsx'

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
