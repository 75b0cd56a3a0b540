import type { QueryKey, UseQueryResult } from '@tanstack/react-query'
import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { SortableList } from '../kit/SortableList.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

type Story = { id: string; version: number; is_visible: boolean }

type StoryListProps<Item extends Story> = {
  label: string
  /** When it cannot be loaded. */
  failure: string
  query: UseQueryResult<Item[]>
  nameOf: (item: Item) => string
  /** Before the name: its picture. */
  picture: (item: Item) => ReactNode
  /** Stands beside the name. */
  mark?: (item: Item) => ReactNode
  textOf: (item: Item) => string
  empty: ReactNode
  calls: {
    reorder: (ids: string[]) => Promise<unknown>
    show: (item: Item, is_visible: boolean) => Promise<unknown>
    remove: (id: string) => Promise<unknown>
  }
  refresh: readonly QueryKey[]
  removal: { title: string; text: (item: Item) => string; success: string; failure: string }
  /** The form for one of them. */
  dialog: (item: Item, onClose: () => void) => ReactNode
}

/** What the home page shows several of: sorted by dragging, shown or hidden, edited and deleted. */
export function StoryList<Item extends Story>(props: StoryListProps<Item>) {
  const { query, nameOf, calls, refresh } = props
  const [edited, setEdited] = useState<Item | null>(null)
  const [deleted, setDeleted] = useState<Item | null>(null)
  const { mutate: reorder } = useAdminMutation({ run: calls.reorder, refresh })
  return (
    <>
      <WhenLoaded query={query} failure={props.failure} placeholder={<Skeleton className="h-64" />}>
        {(items) =>
          items.length === 0 ? (
            props.empty
          ) : (
            <SortableList label={props.label} items={items} itemName={nameOf} onReorder={reorder}>
              {(item) => (
                <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 sm:flex-nowrap">
                  {props.picture(item)}
                  <div className="grid min-w-0 flex-1 gap-0.5">
                    <p className="flex flex-wrap items-center gap-2 font-medium">
                      <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">
                        {nameOf(item)}
                      </span>
                      {props.mark?.(item)}
                      {!item.is_visible && <Badge>Hidden</Badge>}
                    </p>
                    <p className="line-clamp-2 text-quiet [overflow-wrap:anywhere] text-sm">
                      {props.textOf(item)}
                    </p>
                  </div>
                  <RowButtons
                    {...props}
                    item={item}
                    onEdit={() => setEdited(item)}
                    onDelete={() => setDeleted(item)}
                  />
                </div>
              )}
            </SortableList>
          )
        }
      </WhenLoaded>
      {edited && props.dialog(edited, () => setEdited(null))}
      <DeleteStory {...props} item={deleted} onClose={() => setDeleted(null)} />
    </>
  )
}

type RowButtonsProps<Item extends Story> = Pick<
  StoryListProps<Item>,
  'nameOf' | 'calls' | 'refresh'
> & { item: Item; onEdit: () => void; onDelete: () => void }

function RowButtons<Item extends Story>({
  item,
  onEdit,
  onDelete,
  ...props
}: RowButtonsProps<Item>) {
  const name = props.nameOf(item)
  const { is_visible } = item
  const { mutate, isPending } = useAdminMutation({
    run: () => props.calls.show(item, !is_visible),
    refresh: props.refresh,
  })
  const Icon = is_visible ? Eye : EyeOff
  return (
    <div className="flex shrink-0 max-sm:w-full max-sm:justify-end">
      <Button
        look="ghost"
        size="icon"
        busy={isPending}
        aria-label={is_visible ? `Hide ${name}` : `Show ${name}`}
        onClick={() => mutate(undefined)}
      >
        {!isPending && <Icon aria-hidden="true" className="size-4" />}
      </Button>
      <Button look="ghost" size="icon" aria-label={`Edit ${name}`} onClick={onEdit}>
        <Pencil aria-hidden="true" className="size-4" />
      </Button>
      <Button look="ghost-danger" size="icon" aria-label={`Delete ${name}`} onClick={onDelete}>
        <Trash2 aria-hidden="true" className="size-4" />
      </Button>
    </div>
  )
}

type DeleteStoryProps<Item extends Story> = Pick<
  StoryListProps<Item>,
  'calls' | 'refresh' | 'removal'
> & { item: Item | null; onClose: () => void }

function DeleteStory<Item extends Story>({ item, onClose, ...props }: DeleteStoryProps<Item>) {
  const { title, text, success, failure } = props.removal
  const { mutate, isPending } = useAdminMutation({
    run: props.calls.remove,
    success,
    failure,
    refresh: props.refresh,
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      open={item !== null}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      text={item && text(item)}
      confirmLabel="Delete"
      busy={isPending}
      onConfirm={() => item && mutate(item.id)}
    />
  )
}
