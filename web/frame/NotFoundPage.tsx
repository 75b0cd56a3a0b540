import { Link } from '@tanstack/react-router'
import { buttonStyle } from '../ui/Button.tsx'
import { Flower } from '../ui/Picture.tsx'

export function NotFoundPage() {
  return (
    <div className="page grid min-h-[70dvh] place-content-center justify-items-center gap-5 py-20 text-center">
      <h1 className="flex items-center font-display text-[clamp(6rem,22vw,13rem)] text-rose leading-none tracking-tight">
        <span aria-hidden="true">4</span>
        <Flower className="mx-[0.04em] size-[0.62em] text-blush-deep" />
        <span aria-hidden="true">4</span>
        <span className="sr-only">404</span>
      </h1>
      <p className="text-section">Oops! Page not found</p>
      <p className="max-w-sm text-quiet">
        The page you are looking for has moved, or never grew here.
      </p>
      <Link to="/" className={buttonStyle({ size: 'large', className: 'mt-3' })}>
        Return to Home
      </Link>
    </div>
  )
}
