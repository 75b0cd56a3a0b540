import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CampaignMail } from '#contract/campaigns.ts'
import { api, client } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Skeleton } from '../../ui/Feedback.tsx'
import { MailFrame } from '../kit/MailFrame.tsx'
import { TestMailForm } from '../kit/TestMailForm.tsx'
import { useDebounced } from '../kit/use-debounced.ts'
import { FirstLoad } from '../kit/WhenLoaded.tsx'
import type { MailDraft } from './MessageFields.tsx'

/** The recipient of the preview. */
const SAMPLE_NAME = 'Amélie Laurent'
const PLACEHOLDER = { subject: 'Your subject', body: 'Your message appears here as you write.' }

const shown = (draft: MailDraft) => ({
  ...draft,
  subject: draft.subject.trim() || PLACEHOLDER.subject,
  body: draft.body.trim() || PLACEHOLDER.body,
})

/** Follows what is typed; while it is not usable, the last mail stays and the reason is shown. */
export function MailPreview({ draft }: { draft: MailDraft }) {
  const parsed = CampaignMail.safeParse(useDebounced(shown(draft)))
  const preview = useQuery({
    ...api.campaigns.preview.queryOptions({
      input: { ...(parsed.data ?? shown(draft)), name: SAMPLE_NAME },
    }),
    enabled: parsed.success,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const problem = parsed.error?.issues[0]?.message ?? (preview.error && errorMessage(preview.error))
  return (
    <>
      {problem && (
        <p role="alert" className="font-medium text-danger text-sm">
          {problem}
        </p>
      )}
      {preview.data ? (
        <MailFrame label="Preview of the campaign" mail={preview.data} />
      ) : (
        !problem && (
          <FirstLoad failure="Failed to load the preview">
            <Skeleton className="h-96" />
          </FirstLoad>
        )
      )}
    </>
  )
}

export const TestForm = ({ draft }: { draft: MailDraft }) => (
  <TestMailForm
    label="Test mail"
    addressLabel="Test address"
    buttonLabel="Send a test"
    render={() =>
      client.campaigns.preview({ ...CampaignMail.parse(shown(draft)), name: SAMPLE_NAME })
    }
  />
)
