"""HTTP and sockets around the rooms."""
