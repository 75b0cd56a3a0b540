import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type MailTemplate, TEMPLATE_CATEGORIES } from '#contract/mail-studio.ts'
import { api } from '../../lib/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AdminPage } from '../kit/AdminPage.tsx'
import { MailLinks } from '../kit/MailFrame.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { TemplateCard } from './TemplateCard.tsx'

type Category = (typeof TEMPLATE_CATEGORIES)[number]

const CATEGORY_NAMES: Record<Category, string> = {
  transactional: 'Transactional',
  marketing: 'Marketing',
  'post-purchase': 'Post-Purchase',
  service: 'Service',
}

const TABS = TEMPLATE_CATEGORIES.map((name) => ({ name, label: CATEGORY_NAMES[name] }))

/** The tab is in the URL; the first one is the screen itself. */
export function EmailTemplatesPage() {
  const search = useLocation().search as { tab?: unknown }
  const navigate = useNavigate()
  const templates = useQuery(api.mail_templates.list.queryOptions())
  const tab = TEMPLATE_CATEGORIES.find((name) => name === search.tab) ?? TEMPLATE_CATEGORIES[0]
  const choose = (name: Category) =>
    void navigate({
      to: '/admin/email-templates',
      search: name === TEMPLATE_CATEGORIES[0] ? {} : { tab: name },
    })
  return (
    <AdminPage help="emailTemplates" title="Email Templates" actions={<MailLinks />}>
      <WhenLoaded query={templates} failure="Failed to load templates">
        {(data) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <Overview templates={data} />
            <Tabs label="Kinds of mail" tabs={TABS} value={tab} onChange={choose}>
              <div className="grid gap-3">
                {data
                  .filter(({ category }) => category === tab)
                  .map((template) => (
                    <TemplateCard key={template.id} template={template} />
                  ))}
              </div>
            </Tabs>
          </div>
        )}
      </WhenLoaded>
    </AdminPage>
  )
}

function Overview({ templates }: { templates: MailTemplate[] }) {
  const ready = templates.filter(({ is_ready }) => is_ready).length
  const percent = Math.round((ready / templates.length) * 100)
  return (
    <details className="group rounded-card border border-line bg-paper">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-5 py-3 [&::-webkit-details-marker]:hidden">
        <h2 className="flex-1 font-sans font-semibold text-base tracking-normal">
          {ready} of {templates.length} templates ready ({percent}% complete)
        </h2>
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <table className="w-full border-line border-t text-left text-sm">
        <caption className="sr-only">All templates</caption>
        <thead>
          <tr className="text-quiet">
            {['Template', 'Category', 'Status', 'Button link'].map((head) => (
              <th key={head} scope="col" className={clsx(cell, 'font-medium', onlyWide(head))}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {templates.map(({ id, name, category, is_ready, button_link }) => (
            <tr key={id} className="border-line border-t">
              <th scope="row" className={clsx(cell, 'font-medium')}>
                {name}
                <span className="block font-normal text-quiet md:hidden">
                  {CATEGORY_NAMES[category]}
                </span>
              </th>
              <td className={clsx(cell, onlyWide('Category'))}>{CATEGORY_NAMES[category]}</td>
              <td className={cell}>
                <Badge tone={is_ready ? 'green' : 'yellow'}>
                  {is_ready ? 'Ready' : 'Check its texts'}
                </Badge>
                <span className="block pt-1 font-mono text-quiet text-xs md:hidden">
                  {button_link}
                </span>
              </td>
              <td className={clsx(cell, 'font-mono text-xs', onlyWide('Button link'))}>
                {button_link}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const cell = 'px-5 py-2.5 [overflow-wrap:anywhere]'

/** On phones these are below the name and the status. */
const onlyWide = (head: string) => ['Category', 'Button link'].includes(head) && 'max-md:hidden'
