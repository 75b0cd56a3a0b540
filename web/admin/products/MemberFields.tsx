import { X } from 'lucide-react'
import type { AdminGroup, MemberEdit } from '#contract/edit-product-groups.ts'
import { useMoney } from '../../lib/money.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { ColourField } from '../kit/ColourField.tsx'
import { SortableItem } from '../kit/Sortable.tsx'
import { NO_COLOUR } from './AddSizeDialog.tsx'

type MemberFieldsProps = {
  member: MemberEdit
  product:
    | Pick<AdminGroup['members'][number], 'name' | 'price' | 'stock' | 'image_url' | 'archived_at'>
    | undefined
  /** What its value is called: "Size". */
  label: string
  isShade: boolean
  /** A group has one product at least. */
  isLast: boolean
  /** It has just joined, and needs a value. */
  isNew: boolean
  errors?: { value?: { message?: string }; colour?: { message?: string } }
  onChange: (patch: Partial<MemberEdit>) => void
  onTakeOut: () => void
}

/** One product of the group that is edited: its value, its swatch and its place. */
export function MemberFields(props: MemberFieldsProps) {
  const { member, product, label, isShade, errors, onChange } = props
  const formatMoney = useMoney()
  const name = product?.name ?? ''
  return (
    <SortableItem
      id={member.product_id}
      name={member.value || name}
      className="relative grid gap-x-3 gap-y-2 rounded-card border border-line bg-paper py-2.5 pr-2 pl-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)_auto]"
    >
      {(handle) => (
        <>
          <div className="flex min-w-0 items-center gap-2 max-sm:pr-12 sm:self-start sm:pt-7">
            {handle}
            <Picture
              src={product?.image_url ?? null}
              alt=""
              sizes="40px"
              className="size-10 shrink-0 rounded-md object-cover"
            />
            <span className="grid min-w-0 text-sm">
              <span className="truncate font-medium" title={name}>
                {name}
              </span>
              {product && (
                <span className="text-quiet tabular-nums">
                  {formatMoney(product.price)} · {product.stock} in stock
                </span>
              )}
              {product?.archived_at && <Badge className="w-fit">Archived</Badge>}
            </span>
          </div>
          <div
            className={
              isShade ? 'grid grid-cols-2 gap-2 max-sm:px-2' : 'grid grid-cols-1 gap-2 max-sm:px-2'
            }
          >
            <Field label={label} error={errors?.value?.message}>
              <Input
                autoFocus={props.isNew}
                value={member.value}
                maxLength={60}
                autoComplete="off"
                onChange={({ target }) => onChange({ value: target.value })}
              />
            </Field>
            {isShade && (
              <ColourField
                label="Colour"
                value={member.colour ?? ''}
                fallback={NO_COLOUR}
                onChange={(colour) => onChange({ colour: colour || null })}
                error={errors?.colour?.message}
              />
            )}
          </div>
          <Button
            look="ghost"
            size="icon"
            className="max-sm:absolute max-sm:top-2 max-sm:right-2 sm:mt-7"
            aria-label={`Take ${member.value || name} out of the group`}
            disabled={props.isLast}
            onClick={props.onTakeOut}
          >
            <X aria-hidden="true" className="size-4" />
          </Button>
        </>
      )}
    </SortableItem>
  )
}
