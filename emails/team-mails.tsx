import { Link } from '@react-email/components'
import type { MailOf } from './data.ts'
import { Prose, Quiet, Subheading } from './parts/Copy.tsx'
import { MailPage } from './parts/MailPage.tsx'
import { colour } from './tokens.ts'

/** To one person of the team: what happened since the last mail. */
export const teamNotification: MailOf<'team-notification'> = ({ data, shop }) => (
  <MailPage
    because={`You receive this mail because you chose it in the back office of ${shop.name}, under Notifications.`}
    href={`${shop.url}/admin`}
    eyebrow="For the team"
    tone="sage"
  >
    {data.groups.map(({ title, lines, more }) => (
      <div key={title}>
        <Subheading>{title}</Subheading>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a finished mail never move
          <div className="line" key={place} style={entry}>
            <Link className="ink" href={line.link} style={entryTitle}>
              {line.title}
            </Link>
            <Prose text={line.text} />
          </div>
        ))}
        {more > 0 && <Quiet>And {more} more.</Quiet>}
      </div>
    ))}
  </MailPage>
)

const entry = { borderLeft: `2px solid ${colour.line}`, margin: '14px 0', paddingLeft: '22px' }
const entryTitle = {
  color: colour.ink,
  fontSize: '16px',
  fontWeight: 600,
  lineHeight: '27px',
  textDecoration: 'underline',
}
