import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { countChoices } from '#contract/choice-words.ts'
import { Spinner } from '../../ui/Button.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { IfMay } from '../kit/rights.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { type Folds, membersOf, type ProductRow } from './product-rows.ts'

type ProductNameCellProps = { row: ProductRow; folds: Folds }

export function ProductNameCell({ row, folds }: ProductNameCellProps) {
  if (row.place === 'group') return <GroupName row={row} folds={folds} />
  const { id, full_name, group_value, group_name, image_url } = row.product
  const isMember = row.place === 'member'
  const look = clsx('flex min-w-0 items-center gap-3 font-medium', isMember && 'md:pl-11')
  const label = (
    <>
      <Thumbnail src={image_url} />
      <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">
        {isMember ? (
          <>
            <span className="sr-only">{group_name}, </span>
            {group_value}
          </>
        ) : (
          full_name
        )}
      </span>
    </>
  )
  return (
    <IfMay area="products" otherwise={<span className={look}>{label}</span>}>
      <Link to="/admin/products/$id" params={{ id }} className={clsx(look, 'hover:underline')}>
        {label}
      </Link>
    </IfMay>
  )
}

/** Opens and closes the list of its products below. */
function GroupName({ row: { product }, folds }: ProductNameCellProps) {
  const { group_name, group_id, group, image_url } = product
  const isOpen = group_id !== null && folds.isOpen(group_id)
  if (!group) return null
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => folds.toggle(group.id)}
        className="flex min-h-8 w-full pointer-coarse:-my-1.5 pointer-coarse:min-h-11 min-w-0 items-center gap-3 text-left font-medium"
      >
        <Thumbnail src={image_url} />
        <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">{group_name}</span>
        <span className="flex shrink-0 items-center gap-1 rounded-full bg-blush px-2.5 py-0.5 font-normal text-xs">
          {countChoices(group.count, group.option_name)}
          <ChevronDown
            aria-hidden="true"
            className={clsx('size-3.5 transition-transform', isOpen && 'rotate-180')}
          />
        </span>
      </button>
      {isOpen && <MembersState group_id={group.id} />}
    </>
  )
}

/** Says when they are on their way, or cannot be loaded; the table shows them. */
function MembersState({ group_id }: { group_id: string }) {
  return (
    <WhenLoaded
      query={useQuery(membersOf(group_id))}
      failure="Failed to load its products"
      isSmall
      placeholder={<Spinner className="mt-2" />}
    />
  )
}

function Thumbnail({ src }: { src: string | null }) {
  return (
    <span className="size-8 shrink-0">
      <Picture src={src} alt="" sizes="32px" className="size-8 rounded-md object-cover" />
    </span>
  )
}
