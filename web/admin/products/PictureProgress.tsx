import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ImageDown, ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { PictureFailure, PictureProgress as Progress } from '#contract/moving-in.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { textLink } from '../kit/order-marks.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

const LOOK_MS = 3000

const countPictures = (count: number) =>
  count === 1 ? '1 picture' : `${count.toLocaleString('en-US')} pictures`

/** After an import from another shop: how far its pictures are. Nothing when all of them are there. */
export function PictureProgress() {
  const [isListing, setListing] = useState(false)
  const progress = useQuery({
    ...api.products.picture_progress.queryOptions(),
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? LOOK_MS : false),
  })
  const { data } = progress
  const isShown = data !== undefined && data.waiting + data.failed > 0
  return (
    <>
      <WhenLoaded
        query={progress}
        failure="Failed to load the pictures of the import"
        isSmall
        placeholder={null}
      />
      {isShown && (
        <section
          aria-label="Pictures of the import"
          className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-card border border-line bg-paper px-5 py-4"
        >
          <Figures progress={data} />
          {data.failed > 0 && (
            <Button look="outline" size="small" onClick={() => setListing(true)}>
              <ImageOff aria-hidden="true" className="size-4" />
              {countPictures(data.failed)} failed
            </Button>
          )}
        </section>
      )}
      {isListing && <Failures onClose={() => setListing(false)} />}
    </>
  )
}

function Figures({ progress: { waiting, done, failed, retried } }: { progress: Progress }) {
  const all = waiting + done + failed
  return (
    <div className="flex min-w-0 flex-1 basis-64 items-center gap-4">
      <ImageDown aria-hidden="true" className="size-6 shrink-0 text-rose" strokeWidth={1.5} />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="text-sm">
          {waiting > 0
            ? `Fetching pictures from the old shop: ${done} of ${all}`
            : `${done} of ${countPictures(all)} fetched from the old shop`}
          {retried > 0 && (
            <span className="text-quiet"> · {retried} did not answer and are tried again</span>
          )}
        </p>
        <progress
          aria-label="Pictures fetched"
          value={done}
          max={all}
          className="h-2 w-full appearance-none overflow-hidden rounded-full [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-blush [&::-webkit-progress-value]:bg-leaf"
        />
      </div>
    </div>
  )
}

function Failures({ onClose }: { onClose: () => void }) {
  const [page, setPage] = useState(1)
  const failures = useQuery(api.products.picture_failures.queryOptions({ input: { page } }))
  const refresh = [api.products.key()]
  const retry = useAdminMutation({
    run: () => client.products.retry_pictures(),
    success: 'They are tried again',
    refresh,
    onSuccess: onClose,
  })
  const forget = useAdminMutation({
    run: () => client.products.forget_pictures(),
    success: 'The list is empty',
    refresh,
    onSuccess: onClose,
  })
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Pictures that failed"
      description="They could not be fetched from the old shop. Try again while it is still online, or upload them in the form of the product."
      footer={
        <>
          <Button look="outline" busy={forget.isPending} onClick={() => forget.mutate(undefined)}>
            Clear the list
          </Button>
          <Button busy={retry.isPending} onClick={() => retry.mutate(undefined)}>
            Try all again
          </Button>
        </>
      }
    >
      <WhenLoaded
        query={failures}
        failure="Failed to load the list"
        placeholder={<Skeleton className="h-40" />}
      >
        {({ items, total, per_page }) => (
          <>
            <NamedList label="Failed pictures" className="grid gap-2 text-sm">
              {items.map((failure) => (
                <Failure key={failure.id} failure={failure} />
              ))}
            </NamedList>
            {total > per_page && (
              <div className="mt-4 flex items-center justify-between gap-3 text-sm">
                <Button
                  look="outline"
                  size="small"
                  disabled={page === 1}
                  onClick={() => setPage(page - 1)}
                >
                  Previous
                </Button>
                <span className="text-quiet">{countPictures(total)}</span>
                <Button
                  look="outline"
                  size="small"
                  disabled={page * per_page >= total}
                  onClick={() => setPage(page + 1)}
                >
                  Next
                </Button>
              </div>
            )}
          </>
        )}
      </WhenLoaded>
    </Dialog>
  )
}

function Failure({
  failure: { product_id, product_name, url, reason },
}: {
  failure: PictureFailure
}) {
  return (
    <li className="grid gap-1 rounded-card border border-line bg-paper px-4 py-3 [overflow-wrap:anywhere]">
      <span className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <Link to="/admin/products/$id" params={{ id: product_id }} className={textLink}>
          {product_name}
        </Link>
        <span className="text-danger">{reason}</span>
      </span>
      <span className="text-quiet text-xs">{url}</span>
    </li>
  )
}
