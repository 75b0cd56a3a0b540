import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Picture } from '../../ui/Picture.tsx'

type ProductGalleryProps = { name: string; images: readonly string[] }

export function ProductGallery({ name, images }: ProductGalleryProps) {
  const [index, setIndex] = useState(0)
  const several = images.length > 1
  const turn = (by: number) => setIndex((index + by + images.length) % images.length)
  return (
    <div className="grid content-start gap-3">
      <div className="group relative overflow-hidden rounded-card bg-blush">
        <Picture
          src={images[index] ?? null}
          alt={name}
          eager
          sizes="(min-width: 64rem) 600px, 92vw"
          className="aspect-4/5 w-full object-cover"
        />
        {several && (
          <>
            <Arrow side="left" label="Previous picture" onClick={() => turn(-1)} />
            <Arrow side="right" label="Next picture" onClick={() => turn(1)} />
          </>
        )}
      </div>
      {several && (
        <ul className="grid grid-cols-5 gap-3">
          {images.map((image, n) => (
            <li key={image}>
              <button
                type="button"
                aria-label={`Picture ${n + 1} of ${images.length}`}
                aria-current={n === index}
                onClick={() => setIndex(n)}
                className={clsx(
                  'block w-full overflow-hidden rounded-field ring-offset-2 ring-offset-ground transition-shadow',
                  n === index ? 'ring-2 ring-rose' : 'hover:ring-1 hover:ring-field',
                )}
              >
                <Picture
                  src={image}
                  alt=""
                  sizes="110px"
                  className="aspect-4/5 w-full object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type ArrowProps = { side: 'left' | 'right'; label: string; onClick: () => void }

function Arrow({ side, label, onClick }: ArrowProps) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={clsx(
        'absolute top-1/2 grid size-11 -translate-y-1/2 place-items-center rounded-full bg-paper/85 shadow-raised backdrop-blur transition-colors hover:bg-paper',
        side === 'left' ? 'left-3' : 'right-3',
      )}
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  )
}
