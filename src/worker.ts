import { handle } from '@astrojs/cloudflare/handler'
import { runMinute } from '#server/cron.ts'

export default {
  fetch: handle,
  async scheduled(controller: { scheduledTime: number }) {
    await runMinute(new Date(controller.scheduledTime))
  }
}
