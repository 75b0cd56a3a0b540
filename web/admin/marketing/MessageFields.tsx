import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { CAMPAIGN_TEMPLATES, type CampaignMail } from '#contract/campaigns.ts'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Input, Select, Textarea } from '../../ui/Field.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { TEMPLATE_NAMES } from './names.ts'
import { ProductPicker } from './ProductPicker.tsx'

export type MailDraft = Required<CampaignMail>

type Props = { draft: MailDraft; onChange: (draft: MailDraft) => void }

const NAME = '{{name}}'

export function MessageFields({ draft, onChange }: Props) {
  const { template } = draft
  const body = useRef<HTMLTextAreaElement>(null)
  const set = (patch: Partial<MailDraft>) => onChange({ ...draft, ...patch })
  const insertName = () => {
    const { selectionStart: at = draft.body.length, selectionEnd: end = at } = body.current ?? {}
    set({ body: draft.body.slice(0, at) + NAME + draft.body.slice(end) })
    body.current?.focus()
  }
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">Message</legend>
      <Field label="Template">
        <Select
          value={template}
          onChange={({ target }) => set({ template: target.value as MailDraft['template'] })}
        >
          {CAMPAIGN_TEMPLATES.map((value) => (
            <option key={value} value={value}>
              {TEMPLATE_NAMES[value]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Subject">
        <Input
          value={draft.subject}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => set({ subject: target.value })}
        />
      </Field>
      <Field
        label="Message"
        hint={
          <>
            {NAME} becomes the recipient's name. Put what needs it in [square brackets]: for people
            without a name that part is left out. An empty line starts a new paragraph.
          </>
        }
      >
        <Textarea
          ref={body}
          rows={8}
          maxLength={10_000}
          value={draft.body}
          onChange={({ target }) => set({ body: target.value })}
        />
      </Field>
      <Button look="soft" size="small" className="w-fit" onClick={insertName}>
        Insert {NAME}
      </Button>
      {template === 'new-product' ? (
        <Field label="Product" hint="Its picture, price and description are part of the mail.">
          <ProductPicker
            placeholder="Name of the product"
            onChange={(product_id) => set({ product_id: product_id ?? null })}
          />
        </Field>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          {template === 'promotional' && (
            <Field label="Button" optional>
              <Input
                value={draft.button}
                maxLength={60}
                placeholder="Visit the shop"
                onChange={({ target }) => set({ button: target.value })}
              />
            </Field>
          )}
          <Field label="Link of the button" optional hint="Such as /products or a whole address.">
            <Input
              value={draft.link}
              maxLength={2000}
              placeholder="/"
              onChange={({ target }) => set({ link: target.value.trim() })}
            />
          </Field>
        </div>
      )}
      <CouponSelect draft={draft} onChange={onChange} />
    </fieldset>
  )
}

function CouponSelect({ draft, onChange }: Props) {
  const coupons = useQuery(
    api.coupons.list.queryOptions({ input: { state: 'active', per_page: 200 } }),
  )
  const isSale = draft.template === 'sale-alert'
  const usable = (coupons.data?.items ?? []).filter(
    ({ discount_percentage }) => !isSale || discount_percentage !== null,
  )
  return (
    <>
      <Field
        label="Coupon"
        optional={!isSale}
        hint="It is shown in the mail, and orders that use it count as this campaign's."
      >
        <Select
          value={draft.coupon_code ?? ''}
          onChange={({ target }) => onChange({ ...draft, coupon_code: target.value || null })}
        >
          <option value="">No coupon</option>
          {draft.coupon_code && !usable.some(({ code }) => code === draft.coupon_code) && (
            <option value={draft.coupon_code}>{draft.coupon_code}</option>
          )}
          {usable.map(({ code }) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </Select>
      </Field>
      <WhenLoaded query={coupons} failure="Failed to load coupons" isSmall placeholder={null} />
    </>
  )
}
