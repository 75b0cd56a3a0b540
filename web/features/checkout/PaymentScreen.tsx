import { clsx } from 'clsx'
import type { ReactNode } from 'react'

const TONES = {
  quiet: 'bg-blush text-rose',
  good: 'bg-leaf-tint text-leaf',
  waiting: 'bg-honey-tint text-honey',
  bad: 'bg-danger-tint text-danger',
}

type PaymentScreenProps = {
  tone: keyof typeof TONES
  icon: ReactNode
  title: string
  text: ReactNode
  children?: ReactNode
}

/** One message in the middle of the page, spoken when it changes. */
export function PaymentScreen({ tone, icon, title, text, children }: PaymentScreenProps) {
  return (
    <div className="page grid justify-items-center gap-8 pt-16 pb-24 text-center lg:pt-24">
      <div role="status" className="grid max-w-xl justify-items-center gap-4">
        <span
          className={clsx(
            'grid size-22 place-items-center rounded-full [&>svg]:size-10',
            TONES[tone],
          )}
        >
          {icon}
        </span>
        <h1 className="mt-2 text-title">{title}</h1>
        <div className="text-lg text-quiet leading-relaxed">{text}</div>
      </div>
      {children}
    </div>
  )
}
