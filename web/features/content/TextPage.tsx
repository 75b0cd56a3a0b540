import { PageText } from './PageText.tsx'

export function TextPage({ title, content }: { title: string; content: string }) {
  return (
    <article>
      <header className="preset-pink-products">
        <div className="page max-w-3xl! pt-16 pb-8 lg:pt-24 lg:pb-10">
          <h1 className="text-title">{title}</h1>
        </div>
      </header>
      <div className="page max-w-3xl! pb-24">
        <PageText content={content} />
      </div>
    </article>
  )
}
