import { guardPage } from '#stores/session/session.ts'

guardPage()
