import type { MailOf } from './data.ts'
import { OrderMail } from './order-mails.tsx'
import { ClosingNote, Prose } from './parts/Copy.tsx'
import { Items } from './parts/Order.tsx'
import { Panel } from './parts/Panel.tsx'

export const returnAsked: MailOf<'return-asked'> = ({ data, shop }) => (
  <OrderMail data={data} shop={shop} tone="blush">
    <Items heading="What you want to return" items={data.orderItems} />
    <Panel title="What you wrote" tone="honey">
      <Prose text={data.returnReason} />
    </Panel>
    <ClosingNote>
      Until somebody has answered, you can withdraw it on the page of your order.
    </ClosingNote>
  </OrderMail>
)

export const returnApproved: MailOf<'return-approved'> = ({ data, shop }) => (
  <OrderMail data={data} shop={shop} tone="sage">
    {data.returnInstructions && (
      <Panel title="How to send it" tone="honey">
        <Prose text={data.returnInstructions} />
      </Panel>
    )}
    <Items heading="What you send back" items={data.orderItems} />
  </OrderMail>
)

export const returnDeclined: MailOf<'return-declined'> = ({ data, shop }) => (
  <OrderMail data={data} shop={shop} tone="blush">
    <Panel title="Why" tone="honey">
      <Prose text={data.returnAnswer} />
    </Panel>
    <Items heading="What you asked for" items={data.orderItems} />
    <ClosingNote>If we misunderstood something, just write to us.</ClosingNote>
  </OrderMail>
)

export const returnArrived: MailOf<'return-arrived'> = ({ data, shop }) => (
  <OrderMail data={data} shop={shop} tone="sage">
    <Items heading="What arrived" items={data.orderItems} />
  </OrderMail>
)

export const returnClosed: MailOf<'return-closed'> = ({ data, shop }) => (
  <OrderMail data={data} shop={shop} tone="blush">
    <Panel title="Why" tone="honey">
      <Prose text={data.returnAnswer} />
    </Panel>
    <Items heading="What it was about" items={data.orderItems} />
    <ClosingNote>If you see it otherwise, just write to us.</ClosingNote>
  </OrderMail>
)
