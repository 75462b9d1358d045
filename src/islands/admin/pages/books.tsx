import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { BooksView } from '#islands/admin/overview/books-view.tsx'

export const BooksPage = dashboardWith('books', BooksView)
