import { keepPage } from '#stores/session/session.ts'

keepPage()
