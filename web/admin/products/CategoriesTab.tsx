import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AdminCategory } from '#contract/edit-categories.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState, Skeleton } from '../../ui/Feedback.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { SortableList } from '../kit/SortableList.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { countProducts } from './BulkUndoBar.tsx'
import { CategoryDialog } from './CategoryDialog.tsx'

const refresh = [api.categories.key(), api.products.key()]

/** At the right of the screen's title. */
export function AddCategory() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" className="size-4" />
        Add category
      </Button>
      {isOpen && <CategoryDialog category={null} onClose={() => setOpen(false)} />}
    </>
  )
}

export function CategoriesTab() {
  const categories = useQuery(api.categories.admin_list.queryOptions())
  const [edited, setEdited] = useState<AdminCategory | null>(null)
  const [deleted, setDeleted] = useState<AdminCategory | null>(null)
  const reorder = useReorder()
  const list = categories.data ?? []
  return (
    <>
      <WhenLoaded
        query={categories}
        failure="Failed to load categories"
        placeholder={<Skeleton className="h-64 max-w-3xl" />}
      />
      {categories.data?.length === 0 && (
        <EmptyState
          title="No categories yet"
          text="Categories help visitors find what they look for."
          action={<AddCategory />}
        />
      )}
      {list.length > 0 && (
        <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
          <p className="text-quiet text-sm">
            In the order in which the shop shows them. Drag them, or use the menu of a row.
          </p>
          <SortableList
            label="categories"
            items={list}
            itemName={({ name }) => name}
            onReorder={reorder}
          >
            {(category) => (
              <CategoryRow
                category={category}
                onEdit={() => setEdited(category)}
                onDelete={() => setDeleted(category)}
                onMove={(by) => reorder(moved(list, category.id, by))}
              />
            )}
          </SortableList>
        </div>
      )}
      {edited && <CategoryDialog category={edited} onClose={() => setEdited(null)} />}
      <DeleteCategory category={deleted} onClose={() => setDeleted(null)} />
    </>
  )
}

/** Shown at once; the server's answer decides. */
function useReorder() {
  const queries = useQueryClient()
  const { queryKey } = api.categories.admin_list.queryOptions()
  const { mutate } = useAdminMutation({
    run: (ids: string[]) => client.categories.reorder({ ids }),
    success: 'Category order updated successfully',
    refresh,
    onError: () => {
      void queries.invalidateQueries({ queryKey })
      return false
    },
  })
  return (ids: string[]) => {
    queries.setQueryData(queryKey, (shown) =>
      shown?.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
    )
    mutate(ids)
  }
}

/** The ids with one of them a place further up (-1) or down (1). */
function moved(list: readonly AdminCategory[], id: string, by: -1 | 1): string[] {
  const ids = list.map((category) => category.id)
  const place = ids.indexOf(id)
  return ids.toSpliced(place, 1).toSpliced(Math.max(0, place + by), 0, id)
}

type CategoryRowProps = {
  category: AdminCategory
  onEdit: () => void
  onDelete: () => void
  onMove: (by: -1 | 1) => void
}

function CategoryRow({ category, onEdit, onDelete, onMove }: CategoryRowProps) {
  const { id, version, name, description, is_active, product_count } = category
  const { mutate: setActive } = useAdminMutation({
    run: client.categories.set_active,
    success: 'Category updated successfully',
    refresh,
  })
  return (
    <>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="truncate font-medium text-[0.9375rem]">{name}</span>
        <span className="truncate text-quiet text-sm">
          <Link
            to="/admin/products"
            search={{ category: name }}
            className="underline decoration-line underline-offset-4 hover:text-ink"
          >
            {countProducts(product_count)}
          </Link>
          {description && ` · ${description}`}
        </span>
      </div>
      <Switch
        label={`${name} is active`}
        checked={is_active}
        onChange={(on) => setActive({ id, version, is_active: on })}
      />
      <Menu
        trigger={
          <Button look="ghost" size="icon" aria-label={`Actions for ${name}`}>
            <Ellipsis aria-hidden="true" className="size-4" />
          </Button>
        }
      >
        <MenuItem onSelect={onEdit}>
          <Pencil aria-hidden="true" />
          Edit
        </MenuItem>
        <MenuItem onSelect={() => onMove(-1)}>
          <ArrowUp aria-hidden="true" />
          Move up
        </MenuItem>
        <MenuItem onSelect={() => onMove(1)}>
          <ArrowDown aria-hidden="true" />
          Move down
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger onSelect={onDelete}>
          <Trash2 aria-hidden="true" />
          Delete
        </MenuItem>
      </Menu>
    </>
  )
}

type DeleteProps = { category: AdminCategory | null; onClose: () => void }

function DeleteCategory({ category, onClose }: DeleteProps) {
  const { mutate, isPending } = useAdminMutation({
    run: client.categories.remove,
    success: 'Category deleted successfully',
    refresh,
    onSuccess: onClose,
  })
  const count = category?.product_count ?? 0
  return (
    <ConfirmDialog
      open={category !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${category?.name ?? 'category'}?`}
      text={
        count === 0
          ? 'It has no products.'
          : `${countProducts(count)} will be without a category. They stay in the shop.`
      }
      confirmLabel="Delete"
      busy={isPending}
      onConfirm={() => category && mutate({ id: category.id })}
    />
  )
}
