import { clsx } from 'clsx'
import type { ReactNode } from 'react'

const TONES = {
  rose: 'bg-rose text-on-rose',
  blush: 'bg-blush text-ink',
  paper: 'bg-paper text-ink',
  green: 'bg-leaf-tint text-leaf',
  yellow: 'bg-honey-tint text-honey',
  blue: 'bg-sky-tint text-sky',
  red: 'bg-danger-tint text-danger',
}

type BadgeProps = { tone?: keyof typeof TONES; className?: string; children: ReactNode }

export function Badge({ tone = 'blush', className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2.5 py-1 font-semibold text-xs leading-none',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
