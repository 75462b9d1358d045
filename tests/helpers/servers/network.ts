// What calls are made with is loaded with the first of them. Here it is loaded before the clock stands still: a file that
// is read from the disk waits for no timer.
import 'ofetch'
