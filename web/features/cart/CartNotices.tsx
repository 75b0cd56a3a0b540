import { Info } from 'lucide-react'
import { useCartNews } from './cart-news.ts'

const UNCHECKED =
  'We could not check prices and stock just now. They are checked again at checkout.'

/** What changed since the products were put into the cart. */
export function CartNotices({ isUnchecked }: { isUnchecked: boolean }) {
  const news = useCartNews()
  const texts = news.map(({ text }) => text)
  if (isUnchecked) texts.push(UNCHECKED)
  return (
    <div role="status">
      {texts.length > 0 && (
        <ul className="mt-5 grid animate-appear gap-2 rounded-card bg-honey-tint/60 px-4 py-3.5 text-[0.9375rem] text-honey leading-snug">
          {texts.map((text) => (
            <li key={text} className="flex gap-2.5">
              <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              <span className="min-w-0 break-words">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
