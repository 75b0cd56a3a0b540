import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, BookOpen, SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { buttonStyle } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Feedback.tsx'
import { chapterOf, GUIDE, searchGuide } from '../kit/guide.ts'
import { SearchBox } from '../kit/ListControls.tsx'
import { ChapterText } from './ChapterText.tsx'

/** The owner's guide: its contents, one topic, or what a search finds. */
export function GuidePage({ topic }: { topic: string }) {
  const { q, setQ } = useQuestion()
  return (
    <div className="mx-auto max-w-[68rem]">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <BackLink topic={topic} />
        <SearchBox label="Search the guide" list={{ search: { q }, set: setQ }} />
      </div>
      {q ? <Results q={q} /> : topic ? <Topic topic={topic} /> : <Contents />}
    </div>
  )
}

/** The search text is in the URL, so that "back" from a result leads to the results. */
function useQuestion() {
  const { search } = useLocation()
  const navigate = useNavigate({ from: '/admin/guide/$' })
  const { q } = search as { q?: unknown }
  const setQ = ({ q: text }: { q?: unknown }) =>
    void navigate({ to: '.', search: text ? { q: String(text) } : {}, replace: true })
  return { q: q === undefined ? '' : String(q), setQ }
}

function BackLink({ topic }: { topic: string }) {
  return (
    <Link
      to={topic ? '/admin/guide/$' : '/admin'}
      params={{ _splat: '' }}
      className="-ml-1 inline-flex min-h-9 items-center gap-1.5 rounded-md px-1 text-quiet text-sm transition-colors hover:text-ink pointer-coarse:min-h-11"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {topic ? 'All topics' : 'Back to Admin Dashboard'}
    </Link>
  )
}

const card = 'rounded-card border border-line bg-paper'
const guideLink = 'text-rose underline decoration-rose/35 underline-offset-4 hover:decoration-rose'

function Contents() {
  return (
    <>
      <header className="mb-8 grid gap-1">
        <h1 className="text-section">Guide</h1>
        <p className="text-quiet">How to run your shop, task by task.</p>
      </header>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {GUIDE.map(({ topic, title, sections }) => (
          <li key={topic} className={`${card} p-5`}>
            <h2 className="font-sans font-semibold text-base tracking-normal">
              <Link to="/admin/guide/$" params={{ _splat: topic }} className="hover:text-rose">
                {title}
              </Link>
            </h2>
            <ul className="mt-2 grid">
              {sections.map((section) => (
                <li key={section.id}>
                  <Link
                    to="/admin/guide/$"
                    params={{ _splat: topic }}
                    hash={section.id}
                    className="block py-1 text-quiet text-sm leading-snug transition-colors hover:text-ink pointer-coarse:py-2.5"
                  >
                    {section.title}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  )
}

function Results({ q }: { q: string }) {
  const hits = searchGuide(q)
  return (
    <>
      <h1 className="text-section">Guide</h1>
      <p role="status" className="mt-1 mb-6 text-quiet">
        {hits.length} {hits.length === 1 ? 'section' : 'sections'} about “{q}”
      </p>
      {hits.length === 0 && (
        <EmptyState
          icon={<SearchX aria-hidden="true" strokeWidth={1.5} />}
          title="The guide has nothing about this"
          text="Try one word, such as refund or picture."
        />
      )}
      <ul className="grid gap-3">
        {hits.map(({ to, title, chapter, excerpt }) => (
          <li key={to} className={`${card} relative p-5 transition-colors hover:border-rose/40`}>
            <p className="text-quiet text-xs">{chapter}</p>
            <Link to={to} className="font-semibold after:absolute after:inset-0">
              {title}
            </Link>
            <p className="mt-1 text-quiet text-sm leading-relaxed">{excerpt}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

function Topic({ topic }: { topic: string }) {
  const chapter = chapterOf(topic)
  useScrollToSection()
  if (!chapter) {
    return (
      <EmptyState
        titleAs="h1"
        icon={<BookOpen aria-hidden="true" strokeWidth={1.5} />}
        title="The guide has no such topic"
        action={
          <Link to="/admin/guide/$" params={{ _splat: '' }} className={buttonStyle()}>
            All topics
          </Link>
        }
      />
    )
  }
  const next = GUIDE[GUIDE.indexOf(chapter) + 1]
  return (
    <div className="grid items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_15rem]">
      <nav
        aria-label="On this page"
        className={`${card} top-20 px-5 py-4 text-sm lg:sticky lg:order-last`}
      >
        <p className="mb-1 font-medium text-quiet text-xs">On this page</p>
        <ul>
          {chapter.sections.map(({ id, title }) => (
            <li key={id}>
              <Link
                to="."
                hash={id}
                className="block py-1 leading-snug transition-colors hover:text-rose pointer-coarse:py-2.5"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <article className="min-w-0 max-w-[44rem]">
        <ChapterText chapter={chapter} />
        {next && (
          <p className="mt-12 border-line border-t pt-5">
            <Link
              to="/admin/guide/$"
              params={{ _splat: next.topic }}
              className={`inline-flex min-h-11 items-center gap-1.5 ${guideLink}`}
            >
              Next: {next.title}
              <ArrowRight aria-hidden="true" className="size-4" />
            </Link>
          </p>
        )}
      </article>
    </div>
  )
}

/** The router scrolls to a section on navigation, but not when the page is opened: then the text comes after the session. */
function useScrollToSection() {
  const { hash } = useLocation()
  useEffect(() => {
    document.getElementById(hash)?.scrollIntoView()
  }, [hash])
}
