import type { ReactNode } from 'react'
import { AuthFrame } from './AuthFrame.tsx'

export function DeadLink({ children }: { children: ReactNode }) {
  return (
    <AuthFrame title="This link no longer works">
      <p className="text-quiet">
        It has expired, was already used, or arrived incomplete. That is quickly mended.
      </p>
      <div className="flex flex-wrap gap-3">{children}</div>
    </AuthFrame>
  )
}
