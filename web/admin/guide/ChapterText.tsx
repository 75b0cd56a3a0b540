import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MarkedText } from '../../ui/MarkedText.tsx'
import { type Chapter, pictureUrl } from '../kit/guide.ts'

export function ChapterText({ chapter: { title, intro, sections } }: { chapter: Chapter }) {
  return (
    <>
      <h1 className="text-section">{title}</h1>
      <MarkedText content={intro} inline={inline} className="mt-2 text-quiet text-lg" />
      {sections.map((section) => (
        <section key={section.id} aria-labelledby={section.id} className="mt-10">
          <h2 id={section.id} className="mb-3 scroll-mt-20 text-2xl">
            {section.title}
          </h2>
          <MarkedText content={section.content} inline={inline} />
        </section>
      ))}
    </>
  )
}

const MARKS =
  /!\[(?<alt>[^\]]*)\]\((?<picture>[^)]+)\)|\[(?<label>[^\]]+)\]\((?<target>[^)]+)\)|\*\*(?<bold>[^*]+)\*\*|`(?<code>[^`]+)`/g

/** Pictures, links, bold and code inside a line. What is none of them stays text. */
export function inline(text: string): ReactNode {
  const parts: ReactNode[] = []
  let end = 0
  for (const mark of text.matchAll(MARKS)) {
    parts.push(text.slice(end, mark.index), drawMark(mark))
    end = mark.index + mark[0].length
  }
  return [...parts, text.slice(end)]
}

function drawMark(mark: RegExpExecArray): ReactNode {
  const { alt, picture, label, target, bold, code } = mark.groups ?? {}
  const key = mark.index
  if (picture) return <GuidePicture key={key} src={pictureUrl(picture)} alt={alt ?? ''} />
  if (label && target) {
    return (
      <GuideLink key={key} target={target}>
        {label}
      </GuideLink>
    )
  }
  if (bold) {
    return (
      <strong key={key} className="font-semibold text-ink">
        {bold}
      </strong>
    )
  }
  return (
    <code
      key={key}
      className="wrap-anywhere rounded bg-blush px-1.5 py-0.5 font-mono text-[0.875em]"
    >
      {code}
    </code>
  )
}

/** Half of its pixels: the pictures are made for screens of two device pixels each. */
function GuidePicture({ src, alt }: { src: string | undefined; alt: string }) {
  return (
    <img
      src={src}
      alt={alt}
      width={720}
      height={450}
      loading="lazy"
      className="h-auto w-full rounded-card border border-line shadow-raised"
    />
  )
}

const linkLook = 'text-rose underline decoration-rose/35 underline-offset-4 hover:decoration-rose'

/** To another topic (`orders.md#ship-an-order`), a section of this one (`#…`), a screen (`/admin/orders`), or another site. */
function GuideLink({ target, children }: { target: string; children: ReactNode }) {
  const topic = /^(?<file>[a-z-]+)\.md(?:#(?<section>.+))?$/.exec(target)?.groups
  if (topic) {
    return (
      <Link
        to="/admin/guide/$"
        params={{ _splat: topic.file }}
        hash={topic.section}
        className={linkLook}
      >
        {children}
      </Link>
    )
  }
  if (target.startsWith('#')) {
    return (
      <Link to="." hash={target.slice(1)} className={linkLook}>
        {children}
      </Link>
    )
  }
  if (/^\/[a-z]/.test(target)) {
    return (
      <Link to={target} className={linkLook}>
        {children}
      </Link>
    )
  }
  if (!target.startsWith('https://')) return children
  return (
    <a href={target} target="_blank" rel="noreferrer" className={linkLook}>
      {children}
    </a>
  )
}
