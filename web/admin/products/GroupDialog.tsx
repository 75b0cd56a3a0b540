import { useState } from 'react'
import { type AdminGroup, GroupEdit, MOST_MEMBERS } from '#contract/edit-product-groups.ts'
import type { AdminProduct } from '#contract/edit-products.ts'
import { api, client } from '../../lib/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input, Select } from '../../ui/Field.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { type EditForm, EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { Sortable } from '../kit/Sortable.tsx'
import { type Joinable, JoinProduct } from './JoinProduct.tsx'
import { MemberFields } from './MemberFields.tsx'

type GroupDialogProps = {
  /** Null: a new one, whose first member is the product. */
  group: AdminGroup | null
  product: AdminProduct
  onSaved: () => void
  onClose: () => void
}

/** The whole group, its members in their order, saved at once. */
export function GroupDialog({ group, product, onSaved, onClose }: GroupDialogProps) {
  // As it was when the dialog opened: what others save after that is not overwritten unseen.
  const [seen] = useState(group)
  const form = useEditForm<GroupEdit, AdminGroup>({
    schema: GroupEdit,
    values: seen ? editable(seen) : newGroup(product),
    version: seen?.version,
    save: (values, version) => {
      const edit = withoutUnusedColours(values)
      return seen && version !== undefined
        ? client.product_groups.update({ ...edit, id: seen.id, version })
        : client.product_groups.create(edit)
    },
    success: `Group ${seen ? 'updated' : 'created'} successfully`,
    refresh: [api.products.key(), api.product_groups.key()],
    fieldOf: { GROUP_NAME_TAKEN: 'name', IN_ANOTHER_GROUP: 'members' },
    onSaved: () => {
      onClose()
      onSaved()
    },
    reload: onClose,
  })
  const chooseKind = (kind: GroupEdit['kind']) => {
    form.setValue('kind', kind, { shouldDirty: true })
    // A word of the owner's own stays.
    if (Object.values(OPTION_NAMES).includes(form.getValues('option_name')))
      form.setValue('option_name', OPTION_NAMES[kind], { shouldDirty: true })
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={seen ? 'Edit group' : 'Make a group'}
      description="One card in the shop; visitors choose on its page."
    >
      <EditFormFrame form={form} label="Group" inDialog onCancel={onClose} className="grid gap-5">
        <FormField
          form={form}
          name="name"
          label="Name"
          hint={`Without the ${form.watch('option_name').trim().toLowerCase() || 'value'}: the shop adds it.`}
        >
          <Input {...form.register('name')} autoFocus autoComplete="off" maxLength={200} />
        </FormField>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField form={form} name="kind" label="Shown as">
            <Select
              value={form.watch('kind')}
              onChange={({ target }) => chooseKind(target.value as GroupEdit['kind'])}
            >
              <option value="size">Sizes: words to choose from</option>
              <option value="shade">Shades: swatches of colour</option>
            </Select>
          </FormField>
          <FormField
            form={form}
            name="option_name"
            label="Option name"
            hint="Size, Shade, or a word of your own such as Volume."
          >
            <Input {...form.register('option_name')} autoComplete="off" maxLength={40} />
          </FormField>
        </div>
        <MembersField form={form} first={seen ? seen.members : [asMember(product)]} />
      </EditFormFrame>
    </Dialog>
  )
}

const OPTION_NAMES: Record<GroupEdit['kind'], string> = { size: 'Size', shade: 'Shade' }

const editable = ({ name, option_name, kind, members }: AdminGroup): GroupEdit => ({
  name,
  option_name,
  kind,
  members: members.map(({ product_id, value, colour }) => ({ product_id, value, colour })),
})

const newGroup = ({ id, name }: AdminProduct): GroupEdit => ({
  name,
  option_name: OPTION_NAMES.size,
  kind: 'size',
  members: [{ product_id: id, value: '', colour: null }],
})

/** Only shades have swatches; until it is saved, a change of the kind loses no colour. */
const withoutUnusedColours = (edit: GroupEdit): GroupEdit =>
  edit.kind === 'shade'
    ? edit
    : { ...edit, members: edit.members.map((member) => ({ ...member, colour: null })) }

const asMember = ({ id, ...product }: Joinable) => ({ ...product, product_id: id })

type Known = Pick<
  AdminGroup['members'][number],
  'product_id' | 'name' | 'price' | 'stock' | 'image_url' | 'archived_at'
>

type MembersFieldProps = {
  form: EditForm<GroupEdit>
  /** What is known of the members when the dialog opens. */
  first: readonly Known[]
}

function MembersField({ form, first }: MembersFieldProps) {
  const [known, setKnown] = useState(first)
  const [newest, setNewest] = useState<string>()
  const members = form.watch('members')
  const change = (next: GroupEdit['members']) =>
    form.setValue('members', next, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })
  const join = (product: Joinable) => {
    setKnown([...known.filter((one) => one.product_id !== product.id), asMember(product)])
    setNewest(product.id)
    const value = guessValue(product.name, form.getValues('name'))
    change([...members, { product_id: product.id, value, colour: null }])
  }
  const problems = form.formState.errors.members
  const message = problems?.root?.message ?? problems?.message
  const ids = members.map(({ product_id }) => product_id)
  const productOf = (id: string) => known.find(({ product_id }) => product_id === id)
  const nameOf = (id: string) =>
    members.find(({ product_id }) => product_id === id)?.value || productOf(id)?.name || ''
  return (
    <div className="grid gap-3">
      <div>
        <h3 className="font-medium font-sans text-sm tracking-normal">Products of the group</h3>
        <p className="text-quiet text-sm">
          In the order in which visitors see them. Drag them by the handle, or press Space and the
          arrow keys.
        </p>
      </div>
      <Sortable
        ids={ids}
        layout="list"
        nameOf={nameOf}
        onChange={(order) =>
          change(order.flatMap((id) => members.find(({ product_id }) => product_id === id) ?? []))
        }
      >
        <NamedList label="Products of the group" className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {members.map((member, n) => (
            <MemberFields
              key={member.product_id}
              member={member}
              product={productOf(member.product_id)}
              label={form.watch('option_name') || 'Value'}
              isShade={form.watch('kind') === 'shade'}
              isLast={members.length === 1}
              isNew={member.product_id === newest}
              errors={problems?.[n]}
              onChange={(patch) => change(members.with(n, { ...member, ...patch }))}
              onTakeOut={() => change(members.toSpliced(n, 1))}
            />
          ))}
        </NamedList>
      </Sortable>
      {message && (
        <p role="alert" className="font-medium text-danger text-sm">
          {message}
        </p>
      )}
      {members.length < MOST_MEMBERS && <JoinProduct except={ids} onJoin={join} />}
    </div>
  )
}

const LONGEST_VALUE = 60

/** "Rosehip Serum, 50 ml" that joins "Rosehip Serum" is "50 ml". */
function guessValue(name: string, groupName: string): string {
  const start = groupName.trim().toLowerCase()
  if (!start || !name.toLowerCase().startsWith(start)) return ''
  return name
    .slice(start.length)
    .replace(/^[\s,·–-]+/, '')
    .slice(0, LONGEST_VALUE)
}
