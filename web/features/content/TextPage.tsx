import { useSuspenseQuery } from '@tanstack/react-query'
import type { TextKey } from '#contract/shop-texts.ts'
import { api } from '../../lib/api.ts'
import { MarkedText } from '../../ui/MarkedText.tsx'
import { shopText } from './shop-texts.ts'

export function TextPage({ title, content }: { title: string; content: string }) {
  return (
    <article>
      <header className="preset-pink-products">
        <div className="page pt-16 pb-8 lg:pt-24 lg:pb-10">
          <h1 className="mx-auto max-w-[44rem] text-title">{title}</h1>
        </div>
      </header>
      <div className="page pb-24">
        <div className="mx-auto max-w-[44rem]">
          <MarkedText
            content={content}
            className="text-[1.0625rem] [&>p:first-child]:text-quiet [&>p:first-child]:text-xl [&>p:first-child]:leading-relaxed"
          />
        </div>
      </div>
    </article>
  )
}

/** A policy of the shop, in the owner's words. */
export function PolicyPage({ title, policy }: { title: string; policy: TextKey }) {
  const { data } = useSuspenseQuery(shopText(api, policy))
  return <TextPage title={title} content={data[0]?.text ?? ''} />
}
