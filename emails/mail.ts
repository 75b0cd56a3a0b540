import type { ReactElement } from 'react'
import type { Shop, TemplateData, TemplateId } from './data.ts'

/** What a template file exports: a subject line and a body, both from the same data. */
export interface Mail<Data> {
  subject: (data: Data, shop: Shop) => string
  Body: (props: { data: Data; shop: Shop }) => ReactElement
}

export type MailOf<Id extends TemplateId> = Mail<TemplateData[Id]>
