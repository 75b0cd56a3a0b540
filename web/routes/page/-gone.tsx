import { type ErrorComponentProps, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ErrorPage, NotFoundPage } from '../../frame/ErrorPages.tsx'
import { useHydrated } from '../../lib/hydration.ts'
import { toast } from '../../ui/toast.ts'

/** There is no such page. The answer was a 404 already; the browser's address follows. */
export function MissingPage() {
  useGoTo404()
  return <NotFoundPage />
}

/** The page could not be fetched: said, and left. Without scripts it stays an error to read. */
export function FailedPage(props: ErrorComponentProps) {
  useEffect(() => toast.error('Failed to load page'), [])
  useGoTo404()
  return useHydrated() ? null : <ErrorPage {...props} />
}

function useGoTo404(): void {
  const navigate = useNavigate()
  useEffect(() => {
    void navigate({ to: '/404', replace: true })
  }, [navigate])
}
