import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

type NoticeProps = { tone?: 'problem' | 'change'; title: ReactNode; children?: ReactNode }

/** Something to know before going on; unlike a toast it stays. */
export function Notice({ tone = 'problem', title, children }: NoticeProps) {
  return (
    <div
      className={clsx(
        'flex animate-appear gap-3 rounded-card px-4 py-3.5 text-[0.9375rem] leading-snug',
        tone === 'problem'
          ? 'bg-danger-tint text-danger ring-1 ring-danger/20'
          : 'bg-honey-tint text-honey ring-1 ring-honey/15',
      )}
    >
      <CircleAlert aria-hidden="true" className="mt-px size-5 shrink-0" />
      <div className="grid min-w-0 gap-1 break-words">
        <p className="font-semibold">{title}</p>
        {children && <div className="text-ink">{children}</div>}
      </div>
    </div>
  )
}
