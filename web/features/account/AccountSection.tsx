import type { ReactNode } from 'react'

type AccountSectionProps = { title: string; text?: ReactNode; children: ReactNode }

/** What it is about at the left, what to do at the right. */
export function AccountSection({ title, text, children }: AccountSectionProps) {
  return (
    <section className="grid gap-x-12 gap-y-5 border-line border-t py-9 md:grid-cols-[1fr_1.6fr] lg:py-11">
      <div className="grid content-start gap-1.5">
        <h2 className="text-2xl">{title}</h2>
        {text && <p className="max-w-sm text-quiet">{text}</p>}
      </div>
      <div className="grid min-w-0 max-w-xl content-start gap-5">{children}</div>
    </section>
  )
}
