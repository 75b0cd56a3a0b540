import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { api } from './api.ts'
import { useSession } from './session.ts'

const Status = () => useSession().status

// Shows S4.6
test('what is hydrated after the session has come still matches the HTML of the server', () => {
  const queries = new QueryClient()
  queries.setQueryData(api.session.get.queryKey(), null)
  // React renders on the server as it does while it hydrates.
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Status />
    </QueryClientProvider>,
  )
  expect(markup).toBe('loading')
})
