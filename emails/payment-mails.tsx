import { formatMoney } from '#contract/money.ts'
import type { MailOf, Shop, TemplateData } from './data.ts'
import { day } from './format.ts'
import { OrderMail } from './order-mails.tsx'
import { ClosingNote, Prose } from './parts/Copy.tsx'
import { Items, Totals } from './parts/Order.tsx'
import { Facts, Panel } from './parts/Panel.tsx'

type HowToPay = { data: TemplateData['payment-reminder' | 'order-received']; shop: Shop }

/** The amount, what to name with the payment and until when, then the owner's words. */
const HowToPay = ({ data, shop }: HowToPay) => (
  <>
    <Facts
      facts={[
        ['Amount', formatMoney(data.orderTotal, shop.currency)],
        ['Payment', data.paymentMethod],
        ['Reference', data.orderNumber],
        !!data.paymentDate && ['Until', day(data.paymentDate)],
      ]}
    />
    <Panel title="How to pay" tone="honey">
      <Prose text={data.paymentInstructions} />
    </Panel>
  </>
)

/** To a customer who pays by bank transfer or on pick-up. */
export const orderReceived: MailOf<'order-received'> = ({ data, shop }) => (
  <OrderMail data={data} shop={shop} tone="sage">
    <HowToPay data={data} shop={shop} />
    <Items heading="What you chose" items={data.orderItems} />
    <Totals charges={data.orderCharges} label="Total" total={data.orderTotal} />
    <ClosingNote>
      Your items are reserved for you until then. You get your invoice when your payment has
      arrived.
    </ClosingNote>
  </OrderMail>
)

export const paymentReminder: MailOf<'payment-reminder'> = ({ data, shop }) => (
  <OrderMail data={data} shop={shop} tone="honey">
    <HowToPay data={data} shop={shop} />
    <ClosingNote>If you have paid already, there is nothing more to do.</ClosingNote>
  </OrderMail>
)
