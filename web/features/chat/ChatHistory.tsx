import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronRight, Mail } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import type { HistoryItem } from '#contract/chat.ts'
import { isEmail } from '#contract/rules.ts'
import { api, client } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { formatDate } from '../../lib/format.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { toast } from '../../ui/toast.ts'
import { readStoredChat } from './chat-storage.ts'
import { enterConversation } from './chat-store.ts'
import { Thread } from './LiveChat.tsx'

/** What a mailed link has opened. */
export type OpenedHistory = { customer_email: string; conversations: HistoryItem[] }

type ChatHistoryProps = { opened: OpenedHistory | undefined; onContinue: () => void }

/** Earlier conversations. An address alone opens nothing: this browser took part, or a link was mailed. */
export function ChatHistory({ opened, onContinue }: ChatHistoryProps) {
  const { profile } = useSession()
  const [email, setEmail] = useState<string>()
  const [selected, setSelected] = useState<HistoryItem>()
  const finding = useMutation(api.chat.history.mutationOptions())
  const address = email ?? profile?.email ?? ''
  const found = finding.data?.conversations ?? opened?.conversations

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (finding.isPending || !address.trim()) return
    finding.mutate(
      { customer_email: address.trim(), known: readStoredChat().known },
      { onError: (error) => toast.error('Error', errorMessage(error)) },
    )
  }

  if (selected)
    return (
      <EarlierChat item={selected} onBack={() => setSelected(undefined)} onContinue={onContinue} />
    )
  return (
    <div className="grid flex-1 content-start gap-5 overflow-y-auto p-5">
      <Form label="Chat history" onSubmit={submit} className="grid gap-3">
        <Field label="Email" hint="The address that you gave in the chat">
          <Input
            type="email"
            autoComplete="email"
            value={address}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" busy={finding.isPending} disabled={!address.trim()}>
          View history
        </Button>
      </Form>
      {found && found.length > 0 && <ConversationList items={found} onSelect={setSelected} />}
      {found?.length === 0 && <NothingFound address={address.trim()} />}
    </div>
  )
}

function ConversationList({
  items,
  onSelect,
}: {
  items: HistoryItem[]
  onSelect: (item: HistoryItem) => void
}) {
  return (
    <NamedList label="Earlier conversations" className="grid gap-2">
      {items.map((item) => (
        <li key={item.id}>
          <button
            type="button"
            onClick={() => onSelect(item)}
            className="flex w-full items-center gap-3 rounded-card border border-line bg-paper p-4 text-left hover:border-ink"
          >
            <span className="grid min-w-0 flex-1 gap-0.5">
              <span className="font-medium">{formatDate(item.created_at, { withTime: true })}</span>
              <span className="truncate text-quiet text-sm">
                {item.last_message ?? 'No messages'}
              </span>
            </span>
            <span className="text-quiet text-sm">{item.status === 'open' ? 'Open' : 'Closed'}</span>
            <ChevronRight aria-hidden="true" className="size-4 text-quiet" />
          </button>
        </li>
      ))}
    </NamedList>
  )
}

function NothingFound({ address }: { address: string }) {
  const asking = useMutation(api.chat.request_history_link.mutationOptions())
  const ask = () =>
    asking.mutate(
      { customer_email: address },
      { onError: (error) => toast.error('Error', errorMessage(error)) },
    )
  return (
    <div role="status" className="grid gap-3 rounded-card bg-blush p-4">
      <p>No conversation history found for this email address.</p>
      {asking.isSuccess ? (
        <p className="text-sm">
          If there are conversations with this address, a link is on its way. It works once, for 10
          minutes.
        </p>
      ) : (
        <>
          <p className="text-quiet text-sm">
            Did you chat in another browser? We can mail a link to this address.
          </p>
          <Button
            look="outline"
            size="small"
            busy={asking.isPending}
            disabled={!isEmail(address)}
            onClick={ask}
          >
            <Mail aria-hidden="true" className="size-4" />
            Send me a link
          </Button>
        </>
      )}
    </div>
  )
}

function EarlierChat({
  item,
  onBack,
  onContinue,
}: {
  item: HistoryItem
  onBack: () => void
  onContinue: () => void
}) {
  const secret = readStoredChat().known.find(({ id }) => id === item.id)?.secret
  const { data, error } = useQuery({
    queryKey: ['chat-thread', item.id],
    queryFn: () => client.chat.thread({ id: item.id, secret }),
    staleTime: 0,
  })
  const goOn = () => {
    if (!data || !secret) return
    const { id, customer_name, customer_email } = data.conversation
    enterConversation({ id, secret, customer_name, customer_email })
    onContinue()
  }
  return (
    <>
      {error && (
        <p role="alert" className="p-5 text-danger">
          {errorMessage(error)}
        </p>
      )}
      <Thread messages={data?.messages ?? []} />
      <div className="flex gap-3 border-line border-t p-3">
        <Button look="outline" onClick={onBack} className="flex-1">
          Back
        </Button>
        {data?.state.status === 'open' && secret && (
          <Button onClick={goOn} className="flex-1">
            Go on
          </Button>
        )}
      </div>
    </>
  )
}
