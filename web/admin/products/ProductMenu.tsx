import { Link, useNavigate } from '@tanstack/react-router'
import { Archive, ArchiveRestore, Copy, Ellipsis, Eye, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AdminProductRow } from '#contract/edit-products.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'

type ProductMenuProps = {
  product: Pick<AdminProductRow, 'id' | 'version' | 'full_name' | 'archived_at'>
  /** On the product's own page: it is the one being edited, and gone after it was deleted. */
  isOwnPage?: boolean
}

/** What can be done with one product. */
export function ProductMenu({ product, isOwnPage }: ProductMenuProps) {
  const { id, version, full_name: name, archived_at } = product
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const archive = useAdminMutation({
    run: (archived: boolean) => client.products.change({ id, version, archived }),
    success: ({ archived_at: at }) => `Product ${at ? 'archived' : 'restored'} successfully`,
    refresh: [api.products.key()],
  })
  const remove = useAdminMutation({
    run: client.products.remove,
    success: ({ archived }) =>
      archived ? 'Product archived: old orders need it' : 'Product deleted successfully',
    refresh: [api.products.admin_list.key()],
    onSuccess: () => {
      setDeleting(false)
      if (isOwnPage) void navigate({ to: '/admin/products' })
    },
  })
  return (
    <>
      <Menu
        trigger={
          <Button
            look={isOwnPage ? 'outline' : 'ghost'}
            size="icon"
            aria-label={`Actions for ${name}`}
          >
            <Ellipsis aria-hidden="true" className="size-4" />
          </Button>
        }
      >
        {!isOwnPage && (
          <MenuItem asChild>
            <Link to="/admin/products/$id" params={{ id }}>
              <Pencil aria-hidden="true" />
              Edit
            </Link>
          </MenuItem>
        )}
        <MenuItem asChild>
          <Link to="/admin/products/new" search={{ copy: id }}>
            <Copy aria-hidden="true" />
            Duplicate
          </Link>
        </MenuItem>
        {!archived_at && (
          <MenuItem asChild>
            <a href={`/product/${id}`} target="_blank" rel="noreferrer">
              <Eye aria-hidden="true" />
              Preview
            </a>
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem onSelect={() => archive.mutate(!archived_at)}>
          {archived_at ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
          {archived_at ? 'Restore' : 'Archive'}
        </MenuItem>
        <MenuItem danger onSelect={() => setDeleting(true)}>
          <Trash2 aria-hidden="true" />
          Delete
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={`Delete ${name}?`}
        text="It goes with its reviews and its stock history. A product that was ordered is archived instead, so that old orders keep their lines."
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
      />
    </>
  )
}
