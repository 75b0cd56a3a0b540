import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { errorMessage } from '../lib/errors.ts'
import { Button, buttonStyle } from '../ui/Button.tsx'
import { Flower } from '../ui/Picture.tsx'

/** Something broke: say so, and offer two ways on. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()

  // A failed query must be asked again, not remembered, when the page is tried once more.
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
        {/* A plain link: whatever broke is left behind with the page. */}
        <a href="/" className={buttonStyle({ look: 'outline', size: 'large' })}>
          Return to Home
        </a>
      </div>
    </div>
  )
}
