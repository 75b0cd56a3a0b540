import type { ReactNode } from 'react'
import { type Area, mayUse } from '#contract/rights.ts'
import { useSession } from '../../lib/session.ts'

/** What the signed-in person may use. For convenience: the server decides about every call itself. */
export function useRights(): (area: Area) => boolean {
  const { role, needs_two_factor } = useSession()
  return (area) => mayUse(role, area) && !needs_two_factor
}

type IfMayProps = { area: Area; children: ReactNode; otherwise?: ReactNode }

/** A part of a screen that belongs to another area than the screen. */
export function IfMay({ area, children, otherwise = null }: IfMayProps) {
  return useRights()(area) ? children : otherwise
}
