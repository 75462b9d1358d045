import { readOptions } from './kit/options.ts'
import { newVapidKeys } from './kit/vapid-keys.ts'

readOptions({ usage: 'npm run push:keys: prints a new pair of keys for push messages.' })
for (const [name, key] of Object.entries(newVapidKeys())) console.log(`${name}=${key}`)
