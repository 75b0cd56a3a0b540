import { X } from 'lucide-react'
import { MOST_PICTURES } from '#contract/edit-products.ts'
import { NamedList } from '../../ui/NamedList.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { toast } from '../../ui/toast.ts'
import { Uploader } from '../../ui/Uploader.tsx'
import { Sortable, SortableItem } from '../kit/Sortable.tsx'

type ProductPicturesProps = {
  value: readonly string[]
  onChange: (urls: string[]) => void
  error?: string
  onBusyChange: (busy: boolean) => void
}

/** The pictures of a product in their order; the first one stands for it in lists. */
export function ProductPictures({ value, onChange, error, onBusyChange }: ProductPicturesProps) {
  const nameOf = (url: string) => `image ${value.indexOf(url) + 1}`
  return (
    <div className="grid gap-4">
      <Uploader
        purpose="product"
        label="Images"
        hint="JPEG, PNG, WebP, GIF or AVIF, up to 5MB each. The first one is shown in lists."
        value={value}
        onChange={onChange}
        maxFiles={MOST_PICTURES}
        listUploaded={false}
        error={error}
        onBusyChange={onBusyChange}
        onUploaded={(urls) =>
          urls.length > 0 && toast.success(`${urls.length} image(s) uploaded successfully`)
        }
        onProblem={({ title, message }) => toast.error(title, message)}
      />
      {value.length > 0 && (
        <Sortable ids={value} layout="grid" nameOf={nameOf} onChange={onChange}>
          <NamedList
            as="ol"
            label="Images of the product"
            className="grid grid-cols-4 gap-2 sm:gap-3"
          >
            {value.map((url, n) => (
              <SortableItem
                key={url}
                id={url}
                name={nameOf(url)}
                className="relative overflow-hidden rounded-field border border-line bg-paper"
              >
                {(handle) => (
                  <>
                    <Picture
                      src={url}
                      alt={`Product, ${nameOf(url)}`}
                      sizes="(min-width: 1024px) 180px, 25vw"
                      className="aspect-[4/5] w-full bg-blush object-cover"
                    />
                    <span className="flex justify-between max-sm:[&>button]:w-1/2 sm:absolute sm:inset-x-1 sm:top-1">
                      {handle}
                      <button
                        type="button"
                        aria-label={`Remove ${nameOf(url)}`}
                        onClick={() => onChange(value.filter((one) => one !== url))}
                        className="grid size-9 place-items-center rounded-md bg-paper/90 text-quiet transition-colors hover:bg-danger-tint hover:text-danger pointer-coarse:size-11"
                      >
                        <X aria-hidden="true" className="size-4" />
                      </button>
                    </span>
                    {n === 0 && (
                      <span className="absolute top-1 left-1 rounded-full bg-paper/95 px-2 py-0.5 font-medium text-xs sm:top-auto sm:bottom-1.5 sm:left-1.5">
                        Main
                      </span>
                    )}
                  </>
                )}
              </SortableItem>
            ))}
          </NamedList>
        </Sortable>
      )}
    </div>
  )
}
