import { describe } from 'vitest'
import { paymentStories } from './stories.ts'
import { razorpayWorld } from './worlds.ts'

describe("with the provider's protocol", () => paymentStories(razorpayWorld))
