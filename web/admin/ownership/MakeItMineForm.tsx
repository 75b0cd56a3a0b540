import { useState } from 'react'
import type { DemoSelection, Ownership } from '#contract/ownership.ts'
import { client } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { useMoney } from '../../lib/money.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Checkbox, Field, Form, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'

const CHOICES: readonly { name: keyof DemoSelection; label: string; text: string }[] = [
  { name: 'settings', label: 'Settings', text: 'Name, contact, opening hours, logo and colour.' },
  { name: 'pages', label: 'Pages', text: 'FAQ and policies as they are now.' },
  { name: 'look', label: 'Look of the home page', text: 'The banner and the backgrounds.' },
  { name: 'categories', label: 'Categories', text: 'The groups that products are listed in.' },
  {
    name: 'products',
    label: 'Products, as drafts',
    text: 'Archived: customers see one only after you restore it.',
  },
]

/** One and many. */
const NAMES: Record<string, readonly [string, string]> = {
  orders: ['order', 'orders'],
  customers: ['customer', 'customers'],
  reviews: ['review', 'reviews'],
  chats: ['chat', 'chats'],
  contact_messages: ['contact message', 'contact messages'],
  mails: ['mail', 'mails'],
  campaigns: ['campaign', 'campaigns'],
  coupons: ['coupon', 'coupons'],
  testimonials: ['testimonial', 'testimonials'],
  before_after: ['before and after picture', 'before and after pictures'],
  canned_replies: ['canned reply', 'canned replies'],
  products: ['product', 'products'],
  categories: ['category', 'categories'],
}

/** Asks twice: by the name of the shop, and by a dialog. */
export function MakeItMineForm({ ownership }: { ownership: Ownership }) {
  const formatMoney = useMoney()
  const { shop_name, own_orders } = ownership
  const [keep, setKeep] = useState<DemoSelection>({
    settings: true,
    pages: true,
    look: true,
    categories: true,
    products: true,
  })
  const [typed, setTyped] = useState('')
  const [agrees, setAgrees] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const make = useMakeItMine(() => setAsking(false))
  const isNamed = typed.trim() === shop_name
  const isAgreed = own_orders.count === 0 || agrees
  const submit = () => {
    setChecked(true)
    if (isNamed && isAgreed) setAsking(true)
  }
  return (
    <Form
      label="Make it mine"
      className="grid items-start gap-4 lg:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Card title="Keep" text="What you do not keep starts as in a new shop.">
        <ul className="grid gap-1">
          {CHOICES.map(({ name, label, text }) => (
            <li key={name}>
              <Checkbox
                checked={keep[name]}
                onChange={({ target }) => setKeep({ ...keep, [name]: target.checked })}
                label={
                  <>
                    <span className="font-medium">{label}</span>
                    <span className="block text-quiet text-sm">{text}</span>
                  </>
                }
              />
            </li>
          ))}
        </ul>
      </Card>
      <div className="grid gap-4">
        <Removed ownership={ownership} keep={keep} />
        <Card title="Make it yours">
          <div className="grid gap-4">
            {own_orders.count > 0 && (
              <Checkbox
                checked={agrees}
                onChange={({ target }) => setAgrees(target.checked)}
                label={`Remove ${counted('orders', own_orders.count)} that customers paid ${formatMoney(own_orders.total)} for, too`}
                error={isChecked && !isAgreed ? 'Only with these orders' : undefined}
              />
            )}
            <Field
              label={`Type the name of the shop: ${shop_name}`}
              error={isChecked && !isNamed ? 'This is not the name of the shop' : undefined}
            >
              <Input
                value={typed}
                autoComplete="off"
                spellCheck={false}
                onChange={({ target }) => setTyped(target.value)}
              />
            </Field>
            <p className="text-quiet text-sm">
              A backup is taken first. With it you can undo this here, until the first customer
              pays.
            </p>
            <div>
              <Button type="submit" look="danger">
                Make it mine
              </Button>
            </div>
          </div>
        </Card>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Remove the demo now?"
        text="This takes a few seconds. Customers who look at the shop see it change."
        confirmLabel="Remove the demo"
        busy={make.isPending}
        onConfirm={() => make.mutate({ shop_name: typed, keep, own_orders: own_orders.count })}
      />
    </Form>
  )
}

function useMakeItMine(onEnd: () => void) {
  return useAdminMutation({
    run: client.ownership.make_it_mine,
    success: 'This shop is yours now',
    // All that is shown may be gone.
    refresh: [[]],
    refreshOnError: true,
    onSuccess: onEnd,
    onError: (error) => {
      onEnd()
      if (!hasErrorCode(error, 'BACKUP_FAILED')) return false
      toast.error('The backup failed, so nothing was changed', error.data.reason)
      return true
    },
  })
}

function Removed({ ownership, keep }: { ownership: Ownership; keep: DemoSelection }) {
  const removed = ownership.counts.filter(
    ({ name, count }) => count > 0 && !(name in keep && keep[name as keyof DemoSelection]),
  )
  return (
    <Card
      title="Remove"
      text="With their pictures. Products, categories, coupons and stories that you added yourself stay."
    >
      <ul className="flex flex-wrap gap-2">
        {removed.map(({ name, count }) => (
          <li key={name} className="rounded-full bg-blush px-3 py-1 text-sm">
            {counted(name, count)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function counted(name: string, count: number) {
  const [one, many] = NAMES[name] ?? [name, name]
  return `${count} ${count === 1 ? one : many}`
}
