import { MessageCircleHeart } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ANSWERS, ASSISTANT, GREETING } from './answers.ts'
import { Bubble } from './Bubble.tsx'
import { Portrait } from './Portrait.tsx'

/** Quick questions, answered at once. Nothing of this leaves the browser. */
export function Assistant({ onConnect }: { onConnect: () => void }) {
  const [asked, setAsked] = useState<readonly number[]>([])
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
        {asked.map((index, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: questions are only added at the end.
          <div key={position} className="grid gap-3">
            <Bubble from="me" name="You">
              {ANSWERS[index]?.question}
            </Bubble>
            <Bubble from="them" name={ASSISTANT.name}>
              {ANSWERS[index]?.answer}
            </Bubble>
          </div>
        ))}
      </div>
      <div className="grid gap-3 border-line border-t p-4">
        <p id="chat-questions" className="font-medium text-sm">
          Quick questions
        </p>
        <ul aria-labelledby="chat-questions" className="flex flex-wrap gap-2">
          {ANSWERS.map(({ question }, index) => (
            <li key={question}>
              <button
                type="button"
                onClick={() => setAsked([...asked, index])}
                className="min-h-9 rounded-full border border-field/60 px-3.5 py-1.5 text-left text-sm leading-tight hover:border-rose hover:text-rose pointer-coarse:min-h-11"
              >
                {question}
              </button>
            </li>
          ))}
        </ul>
        <Button onClick={onConnect}>
          <MessageCircleHeart aria-hidden="true" className="size-5" />
          Talk to live support
        </Button>
      </div>
    </>
  )
}
