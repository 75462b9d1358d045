import { handle } from '@astrojs/cloudflare/handler'
import { isListedPage } from '#domain/routes.ts'
import { runCronJobs } from '#server/cron/cron.ts'
import { discardBody } from '#server/http/read-body.ts'
import { servicesOnPage, withSecurityHeaders } from '#server/http/security-headers.ts'
import { externalServices, isProduction } from '#server/runtime/env.ts'
import { withRequestLog, withRunLog } from '#server/runtime/log.ts'

type Handle = typeof handle

export default {
  // Wraps every response: pages, errors, redirects and the API.
  fetch(...[request, ...rest]: Parameters<Handle>) {
    const { pathname, protocol } = new URL(request.url)
    return withRequestLog(request, async () => {
      const response = await responseFor(request, ...rest)
      await discardBody(request)
      return withSecurityHeaders(response, {
        isDevelopmentServer: import.meta.hot !== undefined,
        isHttps: protocol === 'https:',
        isListed: isListedPage(pathname),
        now: new Date(),
        services: servicesOnPage(pathname, externalServices())
      })
    })
  },
  async scheduled(controller: { scheduledTime: number }) {
    const scheduled = new Date(controller.scheduledTime)
    // Tests schedule runs in the future: time then continues from the scheduled minute.
    const lead = isProduction() ? 0 : Math.max(0, scheduled.getTime() - Date.now())
    await withRunLog(() => runCronJobs(scheduled, () => new Date(Date.now() + lead)))
  }
}

/** Responds to HEAD as to GET, without the body, so pages and endpoints need not handle it. */
async function responseFor(...[request, ...rest]: Parameters<Handle>): Promise<Response> {
  if (request.method !== 'HEAD') return handle(request, ...rest)
  // Drop the body: a GET cannot have one, but some clients send one with HEAD.
  const { headers, url } = request
  const response = await handle(new Request(url, { headers, method: 'GET' }) as typeof request, ...rest)
  await response.body?.cancel()
  return new Response(null, response)
}
