import type { Testimonial } from '#contract/content.ts'
import { Stars } from '../../ui/Badge.tsx'
import { Picture } from '../../ui/Picture.tsx'

/** Columns of voices; on a phone a strip to swipe through. */
export function Testimonials({ testimonials }: { testimonials: readonly Testimonial[] }) {
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a strip that scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label="Testimonials"
      className="testimonials"
    >
      {testimonials.map((testimonial) => (
        <li key={testimonial.id} className="testimonial">
          <Voice testimonial={testimonial} />
        </li>
      ))}
    </ul>
  )
}

function Voice({ testimonial: { name, text, image_url, rating } }: { testimonial: Testimonial }) {
  return (
    <figure className="flex h-full flex-col gap-5 rounded-card border border-line bg-paper/60 p-6 lg:p-7">
      <Stars rating={rating} />
      <blockquote className="flex-1 whitespace-pre-line break-words font-display text-[1.1875rem] leading-snug">
        {text}
      </blockquote>
      <figcaption className="flex items-center gap-3">
        {image_url ? (
          <Picture
            src={image_url}
            alt=""
            sizes="44px"
            className="size-11 shrink-0 rounded-full object-cover"
          />
        ) : (
          <Monogram name={name} />
        )}
        <span className="min-w-0 break-words font-medium">{name}</span>
      </figcaption>
    </figure>
  )
}

function Monogram({ name }: { name: string }) {
  const initials = name
    .trim()
    .split(/\s+/)
    .map(([letter]) => letter)
    .filter((_, n, all) => n === 0 || n === all.length - 1)
  return (
    <span
      aria-hidden="true"
      className="grid size-11 shrink-0 place-items-center rounded-full bg-blush-deep font-display text-lg text-rose-deep uppercase"
    >
      {initials.join('')}
    </span>
  )
}
