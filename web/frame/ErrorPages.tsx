import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { errorMessage } from '../lib/errors.ts'
import { Button, buttonStyle } from '../ui/Button.tsx'
import { Flower } from '../ui/Picture.tsx'

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()

  // Retrying the page must also retry its failed queries.
  useEffect(() => queries.reset(), [queries])

  const retry = async () => {
    await router.invalidate()
    reset()
  }
  return (
    <div className="page grid min-h-[70dvh] place-content-center justify-items-center gap-5 py-20 text-center">
      <Flower className="size-20 text-blush-deep" />
      <h1 className="text-title">This page did not open</h1>
      <p role="alert" className="max-w-md text-quiet">
        {errorMessage(error)}
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <Button size="large" onClick={retry}>
          Try again
        </Button>
        {/* A plain link reloads the app, so that no broken state survives. */}
        <a href="/" className={buttonStyle({ look: 'outline', size: 'large' })}>
          Return to Home
        </a>
      </div>
    </div>
  )
}

export function NotFoundPage() {
  return (
    <div className="page grid min-h-[70dvh] place-content-center justify-items-center gap-5 py-20 text-center">
      <h1 className="relative font-display text-[clamp(6rem,22vw,13rem)] text-rose tabular-nums leading-none tracking-tight">
        404
        {/* Covers the middle digit, which stays in the heading's text. */}
        <span className="absolute inset-0 m-auto grid h-[0.9em] w-[0.56em] place-content-center bg-ground">
          <Flower className="size-[0.62em] text-blush-deep" />
        </span>
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
