import { handle } from '@astrojs/cloudflare/handler'
import { discardBody } from '#server/http/body.ts'
import { partnersOn, secured } from '#server/pages/security-headers.ts'
import { runMinute } from '#server/runtime/cron.ts'
import { partners } from '#server/runtime/env.ts'
import { logged, loggedRun } from '#server/runtime/log.ts'

type Handle = typeof handle

export default {
  // Around everything that answers: pages, errors, redirects and the API.
  fetch(...[request, ...rest]: Parameters<Handle>) {
    const { pathname, protocol } = new URL(request.url)
    return logged(request, async () => {
      const answer = await answerTo(request, ...rest)
      await discardBody(request)
      return secured(answer, {
        is_development_server: import.meta.hot !== undefined,
        is_https: protocol === 'https:',
        partners: partnersOn(pathname, partners())
      })
    })
  },
  async scheduled(controller: { scheduledTime: number }) {
    const began = Date.now()
    // The clock goes on from the minute that is meant, where that is ahead: only a test's is.
    const lead = Math.max(0, controller.scheduledTime - began)
    await loggedRun(() => runMinute(new Date(controller.scheduledTime), () => new Date(Date.now() + lead)))
  }
}

/** HEAD is answered as GET is, without the body: no page and no call has to know of it. */
async function answerTo(...[request, ...rest]: Parameters<Handle>): Promise<Response> {
  if (request.method !== 'HEAD') return handle(request, ...rest)
  // Made without the body: a GET cannot have one, and some clients send one with HEAD.
  const { headers, url } = request
  const answer = await handle(new Request(url, { headers, method: 'GET' }) as typeof request, ...rest)
  await answer.body?.cancel()
  return new Response(null, answer)
}
