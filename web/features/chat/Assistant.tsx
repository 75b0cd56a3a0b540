import { useQuery } from '@tanstack/react-query'
import { MessageCircleHeart } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ANSWER_KEYS } from '#contract/chat-rules.ts'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { ASSISTANT, GREETING } from './answers.ts'
import { Bubble } from './Bubble.tsx'
import { Portrait } from './Portrait.tsx'

/** Quick questions, answered at once with the owner's words. What is asked does not leave the browser. */
export function Assistant({ onConnect }: { onConnect: () => void }) {
  const answers = useQuery(api.shop_texts.list.queryOptions({ input: { keys: [...ANSWER_KEYS] } }))
  const offered = answers.data?.filter(({ text }) => text !== '') ?? []
  const [asked, setAsked] = useState<readonly string[]>([])
  const log = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asked.length > 0) log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [asked])
  return (
    <>
      <div
        ref={log}
        role="log"
        aria-label="Conversation with the assistant"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="grid flex-1 content-start gap-3 overflow-y-auto overscroll-contain p-4"
      >
        <div className="flex items-end gap-2">
          <Portrait className="size-8" />
          <Bubble from="them" name={ASSISTANT.name}>
            {GREETING}
          </Bubble>
        </div>
        {asked.map((key, position) => {
          const answer = offered.find(({ text_key }) => text_key === key)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: questions are only added at the end.
            <div key={position} className="grid gap-3">
              <Bubble from="me" name="You">
                {answer?.title}
              </Bubble>
              <Bubble from="them" name={ASSISTANT.name}>
                {answer?.text}
              </Bubble>
            </div>
          )
        })}
      </div>
      <div className="grid gap-3 border-line border-t p-4">
        {answers.isError && (
          <p role="alert" className="text-sm">
            The questions did not load.{' '}
            <Button look="link" onClick={() => answers.refetch()}>
              Try again
            </Button>
          </p>
        )}
        {offered.length > 0 && (
          <>
            <p aria-hidden="true" className="font-medium text-sm">
              Quick questions
            </p>
            <NamedList label="Quick questions" className="flex flex-wrap gap-2">
              {offered.map(({ text_key, title }) => (
                <li key={text_key}>
                  <button
                    type="button"
                    onClick={() => setAsked([...asked, text_key])}
                    className="min-h-9 rounded-full border border-field/60 px-3.5 py-1.5 text-left text-sm leading-tight hover:border-rose hover:text-rose pointer-coarse:min-h-11"
                  >
                    {title}
                  </button>
                </li>
              ))}
            </NamedList>
          </>
        )}
        <Button onClick={onConnect}>
          <MessageCircleHeart aria-hidden="true" className="size-5" />
          Talk to live support
        </Button>
      </div>
    </>
  )
}
