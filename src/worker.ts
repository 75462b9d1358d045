import { handle } from '@astrojs/cloudflare/handler'
import { runMinute } from '#server/cron.ts'
import { partners } from '#server/env.ts'
import { logged, loggedRun } from '#server/log.ts'
import { partnersOn, secured } from '#server/security-headers.ts'

export default {
  // Around everything that answers: pages, errors, redirects and the API.
  fetch(...[request, ...rest]: Parameters<typeof handle>) {
    const { pathname, protocol } = new URL(request.url)
    return logged(request, async () =>
      secured(await handle(request, ...rest), {
        is_development_server: import.meta.hot !== undefined,
        is_https: protocol === 'https:',
        partners: partnersOn(pathname, partners())
      })
    )
  },
  async scheduled(controller: { scheduledTime: number }) {
    await loggedRun(() => runMinute(new Date(controller.scheduledTime)))
  }
}
