import { Link } from '@tanstack/react-router'
import type { ReactNode, SubmitEvent } from 'react'
import type { SiteSettings } from '#contract/content.ts'
import { setCookieChoiceOpen } from '../features/visits/cookie-choice.ts'
import { Button } from '../ui/Button.tsx'
import { Flower } from '../ui/Picture.tsx'
import { Brand } from './Brand.tsx'

function Mark({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className="size-5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

const InstagramMark = () => (
  <Mark>
    <rect x="3" y="3" width="18" height="18" rx="5" />
    <circle cx="12" cy="12" r="4" />
    <path d="M17.2 6.8h.01" />
  </Mark>
)

const FacebookMark = () => (
  <Mark>
    <path d="M14.5 21v-8h2.7l.5-3.2h-3.2V7.9c0-1 .4-1.7 1.8-1.7h1.6V3.3A18 18 0 0 0 15.5 3.2c-2.5 0-4.1 1.5-4.1 4.2v2.4H8.6V13h2.8v8" />
  </Mark>
)

const TwitterMark = () => (
  <Mark>
    <path d="M4 4l16 16M20 4L4 20" />
  </Mark>
)

const COLUMNS = [
  {
    title: 'Help',
    links: [
      ['contact', 'Contact Us'],
      ['shipping-policy', 'Shipping Policy'],
      ['returns-policy', 'Returns Policy'],
      ['faq', 'FAQ'],
    ],
  },
  {
    title: 'Legal',
    links: [
      ['terms-of-service', 'Terms of Service'],
      ['privacy-policy', 'Privacy Policy'],
      ['cookie-policy', 'Cookie Policy'],
      ['disclaimer', 'Disclaimer'],
    ],
  },
] as const

const SOCIAL = [
  { key: 'instagram_url', label: 'Instagram', Mark: InstagramMark },
  { key: 'facebook_url', label: 'Facebook', Mark: FacebookMark },
  { key: 'twitter_url', label: 'Twitter', Mark: TwitterMark },
] as const

/** Services of others that follow those visitors who agree. */
export const hasServices = (settings: SiteSettings) =>
  settings.google_analytics_id || settings.meta_pixel_id

export function Footer({ settings }: { settings: SiteSettings }) {
  return (
    <footer className="border-line border-t bg-blush/60">
      <div className="page grid gap-x-10 gap-y-12 py-16 sm:grid-cols-2 lg:grid-cols-[1.7fr_1fr_1fr_1.1fr] lg:py-20">
        <div className="grid max-w-sm content-start gap-4">
          <p className="flex items-center gap-2.5 font-display text-2xl">
            <Brand settings={settings}>
              <Flower className="size-7 shrink-0 text-rose" />
              {settings.site_title}
            </Brand>
          </p>
          <p className="text-quiet leading-relaxed">{settings.site_description}</p>
          {settings.newsletter_invitation && (
            <Newsletter invitation={settings.newsletter_invitation} />
          )}
        </div>
        {COLUMNS.map((column) => (
          <LinkColumn key={column.title} {...column} />
        ))}
        <Talk settings={settings} />
      </div>
      {hasServices(settings) && (
        <p className="page">
          <button type="button" onClick={() => setCookieChoiceOpen(true)} className="footer-link">
            Cookie choice
          </button>
        </p>
      )}
      {/* A page that was cached last year may differ. */}
      <p suppressHydrationWarning className="page pb-8 text-quiet text-sm">
        © {new Date().getFullYear()} {settings.site_title}
      </p>
    </footer>
  )
}

async function signUp(event: SubmitEvent<HTMLFormElement>) {
  event.preventDefault()
  const form = event.currentTarget
  const newsletter = await import('./newsletter-sign-up.ts')
  await newsletter.signUp(form)
}

/** The browser checks the address, and without scripts it sends the form, too. */
function Newsletter({ invitation }: { invitation: string }) {
  return (
    <form
      method="post"
      action="/newsletter"
      aria-label="Newsletter"
      onSubmit={signUp}
      className="newsletter"
    >
      <p>{invitation}</p>
      <input
        type="email"
        name="email"
        required
        autoComplete="email"
        aria-label="Email address"
        placeholder="you@example.com"
      />
      <Button type="submit" size="narrow">
        Sign up
      </Button>
    </form>
  )
}

function LinkColumn({ title, links }: (typeof COLUMNS)[number]) {
  return (
    <nav aria-label={title} className="grid content-start gap-2">
      <h2 className="mb-1 font-sans text-eyebrow text-quiet">{title}</h2>
      <ul>
        {links.map(([slug, label]) => (
          <li key={slug}>
            <Link to="/page/$slug" params={{ slug }} className="footer-link">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Talk({ settings }: { settings: SiteSettings }) {
  const social = SOCIAL.filter(({ key }) => settings[key])
  return (
    <div className="grid content-start justify-items-start gap-2">
      <h2 className="mb-1 font-sans text-eyebrow text-quiet">Say hello</h2>
      {settings.support_email && (
        <a
          href={`mailto:${settings.support_email}`}
          className="footer-link break-all underline decoration-line underline-offset-4 hover:decoration-rose"
        >
          {settings.support_email}
        </a>
      )}
      <ul className="-ml-2.5 flex">
        {social.map(({ key, label, Mark }) => (
          <li key={key}>
            <a
              href={settings[key]}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={label}
              className="icon-button hover:text-rose"
            >
              <Mark />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
